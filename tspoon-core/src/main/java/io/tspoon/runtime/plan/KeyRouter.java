/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.TaskInfo;

import java.io.Serializable;

/**
 * Determines which instance of a stateful operator owns a key, as Flink distributes keyed state.
 */
@Internal
public interface KeyRouter extends Serializable {
    /** The owners of keys, if all operators have the same parallelism as that of the task. */
    Owners owners(TaskInfo task);
}
