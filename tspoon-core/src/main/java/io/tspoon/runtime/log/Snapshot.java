/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

/**
 * A checkpoint or savepoint. Each job counts them for itself, so two jobs may take one of the same
 * number.
 *
 * @param id of the checkpoint or savepoint; {@link #NONE} for the beginning of a job
 * @param job that took it; behind a minus if it had no log; empty for none, or if an earlier build
 *     took it without a log
 */
public record Snapshot(long id, String job) {
    /** Nothing was restored. */
    public static final long NONE = 0;

    /** No id of a job begins with it. */
    private static final String WITHOUT_LOG = "-";

    /** One that a job took without a log: no segment was begun at it. */
    public static Snapshot withoutLog(long id, String job) {
        return new Snapshot(id, WITHOUT_LOG + job);
    }

    /** Whether the job that took it had a log. */
    public boolean hadLog() {
        return !job.isEmpty() && !job.startsWith(WITHOUT_LOG);
    }
}
