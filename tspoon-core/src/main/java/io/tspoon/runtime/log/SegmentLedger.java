/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.apache.flink.annotation.Internal;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which segments of a coordinator's part are still needed: all from the oldest snapshot on that the
 * job may be restored from.
 *
 * <p>Flink reports which checkpoints are complete. It reports the completion of a savepoint only if
 * the job ends with it, so each savepoint that was begun counts until it is reported to have
 * failed. The position of a snapshot is where its segment begins. Confined to the mailbox thread of
 * the open operator.
 */
@Internal
public final class SegmentLedger {
    /** A position before all segments. */
    public static final long ALL_NEEDED = Long.MIN_VALUE;

    private final String job;
    private final int retained;
    private final int retainedSavepoints;
    private final int mostConcurrent;

    /** Checkpoints of this run that are neither complete nor failed yet, with their positions. */
    private final TreeMap<Long, Long> open = new TreeMap<>();

    /** Completed checkpoints, as many as Flink retains; includes those of earlier runs and jobs. */
    private final TreeMap<Long, Kept> completed = new TreeMap<>();

    /** Savepoints of this run, with their positions. */
    private final TreeMap<Long, Long> savepoints = new TreeMap<>();

    /** Savepoints of earlier runs and jobs, oldest first. */
    private final ArrayDeque<Kept> inherited = new ArrayDeque<>();

    /**
     * Snapshots that were aborted before they were begun here, after the last completed checkpoint.
     */
    private final TreeSet<Long> abortedEarly = new TreeSet<>();

    /** The last completed checkpoint of an earlier run or job. */
    private long restored = Snapshot.NONE;

    private long run = ALL_NEEDED;

    /** A snapshot of an earlier run, or a completed checkpoint of this one. */
    private record Kept(Snapshot snapshot, long position) {}

    /**
     * @param job id of the job
     * @param retained how many completed checkpoints Flink keeps, at least 1
     * @param retainedSavepoints for how many savepoints segments are kept; the newest ones count
     * @param mostConcurrent how many snapshots may be under way while Flink takes a checkpoint,
     *     that checkpoint included; at least 1
     */
    public SegmentLedger(String job, int retained, int retainedSavepoints, int mostConcurrent) {
        this.job = job;
        this.retained = retained;
        this.retainedSavepoints = retainedSavepoints;
        this.mostConcurrent = mostConcurrent;
    }

    /** Sets where this run begins. */
    public void runBegins(long position) {
        run = position;
    }

    /**
     * Adds the checkpoint that the job was restored from, or one that was complete when the
     * restored snapshot was taken. Later checkpoints replace it, even if another job took it:
     * numbers only grow from a snapshot to those taken after it.
     */
    public void restored(Snapshot checkpoint, long position) {
        completed.put(checkpoint.id(), new Kept(checkpoint, position));
        restored = Math.max(restored, checkpoint.id());
    }

    /** Adds a savepoint of an earlier run or job; called from the oldest to the newest. */
    public void inherited(Snapshot savepoint, long position) {
        inherited.add(new Kept(savepoint, position));
    }

    /** Whether a snapshot of an earlier run may still be restored. */
    public boolean keepsEarlierOnes() {
        return !inherited.isEmpty() || completed.containsKey(restored);
    }

    /** Completed checkpoints that are kept, of whichever job. */
    public Set<Snapshot> checkpoints() {
        Set<Snapshot> all = new HashSet<>();
        completed.values().forEach(entry -> all.add(entry.snapshot()));
        return all;
    }

    /** Savepoints that are kept, of whichever job. */
    public Set<Snapshot> savepoints() {
        Set<Snapshot> all = new HashSet<>();
        inherited.forEach(entry -> all.add(entry.snapshot()));
        savepoints.keySet().forEach(id -> all.add(new Snapshot(id, job)));
        return all;
    }

    public void begun(long snapshot, long position, boolean isSavepoint) {
        forgetSeenEarly(snapshot);
        if (!abortedEarly.remove(snapshot)) {
            (isSavepoint ? savepoints : open).put(snapshot, position);
        }
    }

    /** A snapshot of this run failed. That may be reported before the snapshot is begun here. */
    public void aborted(long snapshot) {
        forgetSeenEarly(snapshot);
        boolean isKnown = open.remove(snapshot) != null || savepoints.remove(snapshot) != null;
        if (!isKnown) {
            abortedEarly.add(snapshot);
        }
    }

    /**
     * Another coordinator that started earlier may have begun this savepoint in its part already,
     * so that this coordinator took it for an inherited one.
     */
    private void forgetSeenEarly(long snapshot) {
        inherited.remove(new Kept(new Snapshot(snapshot, job), run));
    }

    /**
     * A snapshot of this run is complete. The savepoint that a job ends with is ignored, because
     * Flink does not keep it: if the job fails after all, it goes back to the last checkpoint.
     *
     * @return segments before this position may be deleted; {@link #ALL_NEEDED} for none
     */
    public long completed(long snapshot) {
        if (savepoints.containsKey(snapshot)) {
            return ALL_NEEDED;
        }
        Long position = open.remove(snapshot);
        if (position != null) {
            completed.put(snapshot, new Kept(new Snapshot(snapshot, job), position));
        }
        while (completed.size() > retained) {
            completed.pollFirstEntry();
        }
        open.headMap(snapshot).clear(); // Flink gives up all earlier ones
        abortedEarly.headSet(snapshot).clear();
        forgetSavepoints(snapshot);
        return oldestNeeded();
    }

    /** A savepoint that may still be under way displaces no other one, because it may fail. */
    private void forgetSavepoints(long before) {
        while (inherited.size() + leastDecided(before) > retainedSavepoints) {
            if (inherited.poll() == null) {
                savepoints.pollFirstEntry();
            }
        }
    }

    /**
     * At least this many of this run's savepoints before the checkpoint were complete when it
     * began, or have been reported as failed: Flink does not begin a checkpoint while more are
     * under way.
     */
    private int leastDecided(long checkpoint) {
        return Math.max(0, savepoints.headMap(checkpoint).size() - (mostConcurrent - 1));
    }

    private long oldestNeeded() {
        if (completed.size() < retained) {
            return ALL_NEEDED;
        }
        long oldest = Long.MAX_VALUE;
        for (Kept checkpoint : completed.values()) {
            oldest = Math.min(oldest, checkpoint.position());
        }
        for (long position : savepoints.values()) {
            oldest = Math.min(oldest, position);
        }
        for (Kept savepoint : inherited) {
            oldest = Math.min(oldest, savepoint.position());
        }
        return oldest;
    }
}
