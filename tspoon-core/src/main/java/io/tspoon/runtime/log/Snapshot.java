/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.apache.flink.annotation.Internal;

/**
 * A checkpoint or savepoint. Each job counts its own, so two jobs may take snapshots of the same
 * number.
 *
 * @param id of the checkpoint or savepoint; {@link #NONE} at the beginning of a job
 * @param job id of the job that took it; prefixed with a minus if that job had no log; empty for
 *     none, or if an earlier build took it without a log
 */
@Internal
public record Snapshot(long id, String job) {
    /** No snapshot was restored. */
    public static final long NONE = 0;

    /** No job id begins with this. */
    private static final String WITHOUT_LOG = "-";

    /** A snapshot that a job took without a log, so that no segment was begun at it. */
    public static Snapshot withoutLog(long id, String job) {
        return new Snapshot(id, WITHOUT_LOG + job);
    }

    /** Whether the job that took it had a log. */
    public boolean hadLog() {
        return !job.isEmpty() && !job.startsWith(WITHOUT_LOG);
    }
}
