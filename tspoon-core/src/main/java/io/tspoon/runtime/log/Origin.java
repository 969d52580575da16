/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

/**
 * What a run of a job goes on from.
 *
 * @param job id of the job
 * @param snapshot that was restored
 * @param isSavepoint whether that is a savepoint
 * @param takenMs when it was taken, milliseconds since 1970, by the clock of one of the
 *     coordinators; {@link #UNKNOWN} if an earlier build did
 * @param withinMs the others began their segments of it so long before or after that at most, but
 *     for what their clocks differ
 * @param parts how many parts the log had; {@link Integer#MAX_VALUE} if that is not known
 */
public record Origin(
        String job,
        Snapshot snapshot,
        boolean isSavepoint,
        long takenMs,
        long withinMs,
        int parts) {
    /** When a snapshot was taken, if that is not known. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** Flink gives up a snapshot after ten minutes, if nobody has told it to wait for longer. */
    private static final long LONG_MS = 3_600_000;

    /** One that does not tell how long coordinators had to begin its segments: an hour. */
    public Origin(String job, Snapshot snapshot, boolean isSavepoint, long takenMs, int parts) {
        this(job, snapshot, isSavepoint, takenMs, LONG_MS, parts);
    }

    /** One that a job took without a log; segments are kept for it as for a savepoint. */
    public static Origin withoutLog(String job, long snapshot, String takenBy, long takenMs) {
        return new Origin(job, Snapshot.withoutLog(snapshot, takenBy), true, takenMs, 0);
    }

    /** An origin of which only the snapshot is known. */
    public static Origin of(String job, Snapshot snapshot) {
        boolean isSavepoint = snapshot.id() != Snapshot.NONE && !snapshot.job().equals(job);
        return new Origin(job, snapshot, isSavepoint, UNKNOWN, Integer.MAX_VALUE);
    }
}
