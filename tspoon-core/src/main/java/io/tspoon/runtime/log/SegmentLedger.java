/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which segments of a coordinator's part are needed still: those from the oldest snapshot on that
 * the job may be restored from.
 *
 * <p>Flink tells of a completed checkpoint and of an aborted one, but not of a completed savepoint.
 * So a snapshot that nobody has told of by the time a later checkpoint completes is taken for a
 * savepoint. Positions are those where a snapshot's segment begins. Confined to the mailbox thread
 * of the open operator.
 */
public final class SegmentLedger {
    /** A position before all segments. */
    public static final long ALL_NEEDED = Long.MIN_VALUE;

    /** A snapshot that is kept, and where its segment begins. */
    public record Kept(long snapshot, long position) {}

    private final int retained;
    private final int retainedSavepoints;

    /** Nobody has told yet what became of these: position by snapshot. */
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
    public void begun(long snapshot, long position) {
        if (!abortedEarly.remove(snapshot)) {
            open.put(snapshot, position);
        }
    }

    /** What the ledger of an earlier run kept as savepoints. */
    public void restore(List<Kept> kept) {
        kept.forEach(entry -> savepoints.put(entry.snapshot(), entry.position()));
    }

    /**
     * The job was restored from this snapshot.
     *
     * @param position where what it needs begins
     * @param isCheckpoint whether Flink retains it among its completed checkpoints; else it is kept
     *     as a savepoint
     */
    public void restored(long snapshot, long position, boolean isCheckpoint) {
        Long known = savepoints.remove(snapshot);
        long begin = known == null ? position : Math.min(known, position);
        (isCheckpoint ? completed : savepoints).put(snapshot, begin);
    }

    /** Whether one of the snapshots may still be restored. */
    public boolean keepsAny(Set<Long> snapshots) {
        return snapshots.stream()
                .anyMatch(id -> completed.containsKey(id) || savepoints.containsKey(id));
    }

    /** The snapshots that may still be restored. */
    public Set<Long> snapshots() {
        Set<Long> snapshots = new TreeSet<>(completed.keySet());
        snapshots.addAll(savepoints.keySet());
        return snapshots;
    }

    /** Savepoints that are kept, and snapshots that may turn out to be some. */
    public List<Kept> kept() {
        List<Kept> kept = new ArrayList<>();
        savepoints.forEach((snapshot, position) -> kept.add(new Kept(snapshot, position)));
        open.forEach((snapshot, position) -> kept.add(new Kept(snapshot, position)));
        return kept;
    }

    /** The checkpoint did not come about; that may be told before it is begun here. */
    public void aborted(long checkpoint) {
        boolean isKnown = open.remove(checkpoint) != null || savepoints.remove(checkpoint) != null;
        if (!isKnown) {
            abortedEarly.add(checkpoint);
        }
    }

    /**
     * The checkpoint is complete.
     *
     * @return segments before this position may be deleted; {@link #ALL_NEEDED} for none
     */
    public long completed(long checkpoint) {
        Long position = open.remove(checkpoint);
        if (position != null) {
            completed.put(checkpoint, position);
        }
        while (completed.size() > retained) {
            completed.pollFirstEntry();
        }
        abortedEarly.headSet(checkpoint).clear();
        var untold = open.headMap(checkpoint);
        savepoints.putAll(untold);
        untold.clear();
        while (savepoints.size() > retainedSavepoints) {
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
