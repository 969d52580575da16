/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

/** How long checkpoints take. */
public final class CheckpointTimes {
    private CheckpointTimes() {}

    /** After so many milliseconds Flink gives up a checkpoint or savepoint of the job. */
    public static long timeoutMs(AbstractStreamOperator<?> operator) {
        return operator.getContainingTask()
                .getEnvironment()
                .getJobConfiguration()
                .get(CheckpointingOptions.CHECKPOINTING_TIMEOUT)
                .toMillis();
    }
}
