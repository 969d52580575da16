/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader;
import io.tspoon.log.LogHeader.Beginning;

import java.time.Duration;

/**
 * What the header of a segment says of its place in history.
 *
 * @param job that wrote it
 * @param beginning why it was begun
 * @param snapshot at which it was begun, or that the run was restored from
 * @param createdMs when it was begun
 */
record Segment(String job, Beginning beginning, Snapshot snapshot, long createdMs) {
    /** Clocks of two machines may differ by so much. */
    private static final long CLOCK_DIFFERENCE_MS = 60_000;

    /** Whoever lets Flink wait for ever does not mean it. */
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

    /** Whether it is another job's; only a job that begins without a log can tell. */
    boolean isForeign(Origin origin) {
        return !origin.snapshot().hadLog() && !job.equals(origin.job()) && !isOf(origin);
    }

    /**
     * Whether it begins at the snapshot, or a run from it; without one each job is alone. A job
     * that keeps its id may take several of one number, and nothing but runs tells of one without a
     * log: those of the time behind it.
     */
    boolean isOf(Origin origin) {
        return snapshot.equals(origin.snapshot())
                && (snapshot.id() != Snapshot.NONE || job.equals(origin.job()))
                && (snapshot.hadLog() || createdMs + CLOCK_DIFFERENCE_MS >= origin.takenMs());
    }

    /** Whether it begins at the snapshot itself, or at another one of its job and number. */
    boolean beginsAt(Origin origin) {
        return !isRun() && isOf(origin);
    }

    /**
     * Whether it may have been begun at the snapshot by its time: the coordinators of a job cannot
     * begin one further apart than Flink waits for it, if their clocks agree.
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
