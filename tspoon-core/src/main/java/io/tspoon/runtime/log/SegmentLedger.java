/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

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

    private final int retained;
    private final int retainedSavepoints;

    /** Nobody has told yet what became of these: position by checkpoint. */
    private final TreeMap<Long, Long> open = new TreeMap<>();

    /** Completed checkpoints, as many as Flink retains. */
    private final TreeMap<Long, Long> completed = new TreeMap<>();

    private final TreeMap<Long, Long> savepoints = new TreeMap<>();

    /** Later than the last completed checkpoint, and not begun. */
    private final TreeSet<Long> abortedEarly = new TreeSet<>();

    /**
     * @param retained how many completed checkpoints Flink keeps, at least 1
     * @param retainedSavepoints how many savepoints are kept in mind, the newest ones
     */
    public SegmentLedger(int retained, int retainedSavepoints) {
        this.retained = retained;
        this.retainedSavepoints = retainedSavepoints;
    }

    /** A snapshot was begun. */
    public void begun(long snapshot, long position, boolean isSavepoint) {
        if (!abortedEarly.remove(snapshot)) {
            (isSavepoint ? savepoints : open).put(snapshot, position);
        }
    }

    /**
     * A snapshot of an earlier run.
     *
     * @param position where what it needs begins
     * @param isCheckpoint whether Flink retains it among its completed checkpoints; else it is kept
     *     as a savepoint
     */
    public void inherited(long snapshot, long position, boolean isCheckpoint) {
        (isCheckpoint ? completed : savepoints).put(snapshot, position);
    }

    /** Whether one of the snapshots may still be restored. */
    public boolean keepsAny(Set<Long> snapshots) {
        return snapshots.stream()
                .anyMatch(id -> completed.containsKey(id) || savepoints.containsKey(id));
    }

    /** The snapshots that may still be restored. */
    public Set<Long> snapshots() {
        Set<Long> snapshots = savepoints();
        snapshots.addAll(completed.keySet());
        return snapshots;
    }

    /** Those that are kept as savepoints. */
    public Set<Long> savepoints() {
        return new TreeSet<>(savepoints.keySet());
    }

    /** The snapshot did not come about; that may be told before it is begun here. */
    public void aborted(long snapshot) {
        boolean isKnown = open.remove(snapshot) != null || savepoints.remove(snapshot) != null;
        if (!isKnown) {
            abortedEarly.add(snapshot);
        }
    }

    /**
     * The snapshot is complete. Flink does not keep the savepoint that a job ends with: if the job
     * fails after all, it goes back to the last checkpoint.
     *
     * @return segments before this position may be deleted; {@link #ALL_NEEDED} for none
     */
    public long completed(long snapshot) {
        if (savepoints.containsKey(snapshot)) {
            return ALL_NEEDED;
        }
        Long position = open.remove(snapshot);
        if (position != null) {
            completed.put(snapshot, position);
        }
        while (completed.size() > retained) {
            completed.pollFirstEntry();
        }
        open.headMap(snapshot).clear(); // Flink gives them up
        abortedEarly.headSet(snapshot).clear();
        while (savepoints.headMap(snapshot).size() > retainedSavepoints) {
            savepoints.pollFirstEntry();
        }
        return oldestNeeded();
    }

    private long oldestNeeded() {
        if (completed.size() < retained) {
            return ALL_NEEDED;
        }
        long oldest = completed.firstEntry().getValue();
        for (long position : savepoints.values()) {
            oldest = Math.min(oldest, position);
        }
        return oldest;
    }
}
