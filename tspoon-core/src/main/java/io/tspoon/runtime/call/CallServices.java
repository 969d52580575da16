/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

/**
 * What Flink gives the operator that takes calls.
 *
 * @param operator whose keyed state and timers retain calls
 * @param task the instance
 * @param takesCheckpoints whether the job takes checkpoints by itself
 */
@Internal
public record CallServices(
        AbstractStreamOperator<?> operator, TaskInfo task, boolean takesCheckpoints) {}
