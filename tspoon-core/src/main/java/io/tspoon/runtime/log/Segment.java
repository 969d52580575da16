/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader;
import io.tspoon.log.LogHeader.Beginning;

import java.time.Duration;

/**
 * What the header of a segment says about its place in history.
 *
 * @param job id of the job that wrote it
 * @param beginning why it was begun
 * @param snapshot the one at which it was begun, or from which its run was restored
 * @param createdMs when it was begun
 */
record Segment(String job, Beginning beginning, Snapshot snapshot, long createdMs) {
    /** The clocks of two machines may differ by this much. */
    private static final long CLOCK_DIFFERENCE_MS = 60_000;

    /** A longer checkpoint timeout counts as this: nobody means it literally. */
    private static final long LONGEST_SNAPSHOT_MS = Duration.ofDays(30).toMillis();

    static Segment of(LogHeader header) {
        return new Segment(
                header.job(),
                header.beginning(),
                new Snapshot(header.checkpoint(), header.checkpointJob()),
                header.createdMs());
    }

    boolean isRun() {
        return beginning == Beginning.RUN;
    }

    /** Whether it belongs to another job. Can be told only by a job that begins without a log. */
    boolean isForeign(Origin origin) {
        return !origin.snapshot().hadLog() && !job.equals(origin.job()) && !isOf(origin);
    }

    /**
     * Whether it begins at the snapshot, or begins a run that was restored from it. Without a
     * snapshot, a job owns only its own segments. If the snapshot was taken without a log, only
     * runs refer to it, and a job that keeps its id may have taken several of the same number; so
     * only segments begun after it count.
     */
    boolean isOf(Origin origin) {
        return snapshot.equals(origin.snapshot())
                && (snapshot.id() != Snapshot.NONE || job.equals(origin.job()))
                && (snapshot.hadLog() || createdMs + CLOCK_DIFFERENCE_MS >= origin.takenMs());
    }

    /**
     * Whether it begins at the snapshot itself, or at another snapshot of the same job and number.
     */
    boolean beginsAt(Origin origin) {
        return !isRun() && isOf(origin);
    }

    /**
     * Whether, by its time, it may have been begun at the snapshot. If their clocks agree, the
     * coordinators of a job begin their segments of a snapshot at most as far apart as Flink waits
     * for the snapshot.
     */
    boolean isNear(Origin origin) {
        return origin.takenMs() == Origin.UNKNOWN
                || Math.abs(createdMs - origin.takenMs()) <= furthestMs(origin);
    }

    /** Whether it was begun later than any segment that begins at the snapshot. */
    boolean isBehind(Origin origin) {
        return origin.takenMs() != Origin.UNKNOWN
                && createdMs - origin.takenMs() > furthestMs(origin);
    }

    private static long furthestMs(Origin origin) {
        return Math.min(origin.withinMs(), LONGEST_SNAPSHOT_MS) + CLOCK_DIFFERENCE_MS;
    }
}
