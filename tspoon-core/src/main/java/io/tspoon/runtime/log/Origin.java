/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.apache.flink.annotation.Internal;

/**
 * What a run of a job goes on from.
 *
 * @param job id of the job
 * @param snapshot the restored snapshot
 * @param isSavepoint whether that is a savepoint
 * @param takenMs when it was taken, in milliseconds since 1970, by the clock of one of the
 *     coordinators; {@link #UNKNOWN} if an earlier build took it
 * @param withinMs the other coordinators began their segments at most this long before or after
 *     that, apart from differences between their clocks
 * @param parts how many parts the log had; {@link Integer#MAX_VALUE} if that is not known
 */
@Internal
public record Origin(
        String job,
        Snapshot snapshot,
        boolean isSavepoint,
        long takenMs,
        long withinMs,
        int parts) {
    /** The time of a snapshot, if it is not known. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /**
     * An hour, which is long: Flink gives up a snapshot after ten minutes, unless configured to
     * wait longer.
     */
    private static final long LONG_MS = 3_600_000;

    /**
     * An origin that does not say how long coordinators had to begin their segments: assumes an
     * hour.
     */
    public Origin(String job, Snapshot snapshot, boolean isSavepoint, long takenMs, int parts) {
        this(job, snapshot, isSavepoint, takenMs, LONG_MS, parts);
    }

    /** A snapshot that a job took without a log; segments are kept for it as for a savepoint. */
    public static Origin withoutLog(String job, long snapshot, String takenBy, long takenMs) {
        return new Origin(job, Snapshot.withoutLog(snapshot, takenBy), true, takenMs, 0);
    }

    /** An origin of which only the snapshot is known. */
    public static Origin of(String job, Snapshot snapshot) {
        boolean isSavepoint = snapshot.id() != Snapshot.NONE && !snapshot.job().equals(job);
        return new Origin(job, snapshot, isSavepoint, UNKNOWN, Integer.MAX_VALUE);
    }
}
