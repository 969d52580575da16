/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.api.common.TaskInfo;

import java.io.Serializable;

/** Says which instance of a stateful operator owns a key; the way Flink distributes keyed state. */
public interface KeyRouter extends Serializable {
    /** The owners of keys where operators are as parallel as that of the task. */
    Owners owners(TaskInfo task);
}
