/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.log.WriteAheadLog;

import org.apache.flink.annotation.Internal;

import java.io.Serializable;

/**
 * How a t-graph logs its outcomes.
 *
 * @param log where outcomes are logged
 * @param retainedCheckpoints for how many completed checkpoints segments are kept
 * @param retainedSavepoints for how many savepoints segments are kept
 */
@Internal
public record LogSettings(WriteAheadLog log, int retainedCheckpoints, int retainedSavepoints)
        implements Serializable {

    @Override
    public String toString() {
        return "log=" + log + ", log-retained-savepoints=" + retainedSavepoints;
    }
}
