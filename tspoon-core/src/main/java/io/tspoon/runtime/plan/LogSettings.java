/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.log.WriteAheadLog;

import java.io.Serializable;

/**
 * How a t-graph logs its outcomes.
 *
 * @param log where they go
 * @param retainedCheckpoints segments are kept for so many completed checkpoints
 * @param retainedSavepoints segments are kept for so many savepoints
 */
public record LogSettings(WriteAheadLog log, int retainedCheckpoints, int retainedSavepoints)
        implements Serializable {

    @Override
    public String toString() {
        return "log=" + log + ", log-retained-savepoints=" + retainedSavepoints;
    }
}
