/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which segments of a coordinator's part are needed still: those from the oldest snapshot on that
 * the job may be restored from.
 *
 * <p>Of checkpoints Flink tells whether they are complete. Of a savepoint it tells that only when
 * it was the last thing of a job, so each one that was begun counts until it is told to have
 * failed. Positions are those where a snapshot's segment begins. Confined to the mailbox thread of
 * the open operator.
 */
public final class SegmentLedger {
    /** A position before all segments. */
    public static final long ALL_NEEDED = Long.MIN_VALUE;

    private final String job;
    private final int retained;
    private final int retainedSavepoints;
    private final int mostConcurrent;

    /** Checkpoints of this run of which nobody has told yet what became of them: positions. */
    private final TreeMap<Long, Long> open = new TreeMap<>();

    /** Completed checkpoints, as many as Flink retains, also of earlier runs and jobs. */
    private final TreeMap<Long, Kept> completed = new TreeMap<>();

    /** Savepoints of this run. */
    private final TreeMap<Long, Long> savepoints = new TreeMap<>();

    /** Savepoints of earlier runs and jobs, the oldest first. */
    private final ArrayDeque<Kept> inherited = new ArrayDeque<>();

    /** Later than the last completed checkpoint, and not begun. */
    private final TreeSet<Long> abortedEarly = new TreeSet<>();

    /** The last completed checkpoint of an earlier run or job. */
    private long restored = Snapshot.NONE;

    /** Where this run begins. */
    private long run = ALL_NEEDED;

    /** Of an earlier run, or a completed checkpoint of this one. */
    private record Kept(Snapshot snapshot, long position) {}

    /**
     * @param job id of the job
     * @param retained how many completed checkpoints Flink keeps, at least 1
     * @param retainedSavepoints how many savepoints are kept in mind, the newest ones
     * @param mostConcurrent of so many snapshots at once Flink takes a checkpoint, at least 1
     */
    public SegmentLedger(String job, int retained, int retainedSavepoints, int mostConcurrent) {
        this.job = job;
        this.retained = retained;
        this.retainedSavepoints = retainedSavepoints;
        this.mostConcurrent = mostConcurrent;
    }

    /** Where this run begins. */
    public void runBegins(long position) {
        run = position;
    }

    /**
     * A checkpoint was complete when the snapshot was taken that the job was restored from, or is
     * that one. It goes with the next ones, also if another job has taken it: numbers ascend from
     * each snapshot to those that are taken behind it.
     */
    public void restored(Snapshot checkpoint, long position) {
        completed.put(checkpoint.id(), new Kept(checkpoint, position));
        restored = Math.max(restored, checkpoint.id());
    }

    /** An earlier run, or job, has taken this savepoint; called from the oldest to the newest. */
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

    /** A snapshot was begun. */
    public void begun(long snapshot, long position, boolean isSavepoint) {
        forgetSeenEarly(snapshot);
        if (!abortedEarly.remove(snapshot)) {
            (isSavepoint ? savepoints : open).put(snapshot, position);
        }
    }

    /** A snapshot of this run did not come about; that may be told before it is begun here. */
    public void aborted(long snapshot) {
        forgetSeenEarly(snapshot);
        boolean isKnown = open.remove(snapshot) != null || savepoints.remove(snapshot) != null;
        if (!isKnown) {
            abortedEarly.add(snapshot);
        }
    }

    /** A coordinator that began earlier may have begun this run's savepoint in its part already. */
    private void forgetSeenEarly(long snapshot) {
        inherited.remove(new Kept(new Snapshot(snapshot, job), run));
    }

    /**
     * A snapshot of this run is complete. Flink does not keep the savepoint that a job ends with:
     * if the job fails after all, it goes back to the last checkpoint.
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
        open.headMap(snapshot).clear(); // Flink gives them up
        abortedEarly.headSet(snapshot).clear();
        forgetSavepoints(snapshot);
        return oldestNeeded();
    }

    /** One that may be being taken still keeps out no other, for it may fail. */
    private void forgetSavepoints(long before) {
        while (inherited.size() + leastDecided(before) > retainedSavepoints) {
            if (inherited.poll() == null) {
                savepoints.pollFirstEntry();
            }
        }
    }

    /**
     * Of this run's savepoints before the checkpoint so many were complete when that began, or are
     * told to have failed: Flink begins no checkpoint beside more others.
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
