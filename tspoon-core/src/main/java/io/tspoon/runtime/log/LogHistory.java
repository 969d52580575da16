/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogReader;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What followed a snapshot, according to the headers of all segments: from where on each part is
 * needed, and which savepoints were taken since.
 *
 * <p>Immutable.
 */
@Internal
public final class LogHistory {
    /*
     * A part that was written when the snapshot was taken is needed from the segment on that was
     * begun at the snapshot. Everything behind that segment continues the same history: the runs
     * that start from the snapshot, of whichever job, and the snapshots that these runs take.
     *
     * A part that was not written when the snapshot was taken is needed from the first of these
     * runs on, or from the first run that starts from one of these later snapshots.
     *
     * If a part has lost the segment begun at the snapshot, and loss is accepted, the part is
     * needed from the first segment on that is known to follow the snapshot: it was begun at a
     * later snapshot, or it lies behind unreadable bytes and was begun after the snapshot was
     * taken.
     *
     * In some cases only times tell what followed what, see isLaterRun(). So the clocks of two
     * machines must not differ by more than a failure and a restart take.
     */

    /**
     * What a part has lost.
     *
     * @param after position of the last segment before the loss; {@link LogReader#BEGINNING} for
     *     none
     * @param skipped positions behind the loss that can be read, but that are not known to follow
     *     the restored snapshot
     * @param from from where on the part is needed nevertheless; null if nowhere
     * @param first the segment at that position
     */
    record Loss(long after, List<Long> skipped, @Nullable Long from, @Nullable Segment first) {}

    /** A run of a job; several runs may start from one snapshot. */
    private record Run(String job, Snapshot from) {}

    private final NavigableMap<Integer, NavigableMap<Long, Segment>> segments;
    private final Map<Integer, NavigableSet<Long>> gaps;
    private final boolean acceptsLoss;
    private final Origin origin;
    private final String job;
    private final Snapshot restored;

    /** When the restored snapshot was taken, in milliseconds since 1970. */
    private final long takenMs;

    /** Whether the log was written at another time of the job: see {@link #isOfAnotherBranch()}. */
    private final boolean isOfAnotherBranch;

    /**
     * Whether the restored snapshot's number was given twice: then numbers do not tell what
     * followed.
     */
    private final boolean isRepeated;

    /** From where on each part is needed. */
    private final NavigableMap<Integer, Long> starts = new TreeMap<>();

    /** Runs that followed the restored snapshot. */
    private final Set<Run> runs = new HashSet<>();

    /** Snapshots that followed the restored snapshot. */
    private final Set<Snapshot> snapshots = new HashSet<>();

    /**
     * @param segments all segments that exist, by part and position
     * @param origin what the job goes on from
     */
    LogHistory(NavigableMap<Integer, NavigableMap<Long, Segment>> segments, Origin origin) {
        this(segments, Map.of(), origin, false);
    }

    /**
     * @param segments all segments that can be read, by part and position
     * @param gaps by part, the positions behind which something cannot be read; {@link
     *     LogReader#BEGINNING} if the unreadable bytes come first
     * @param origin what the job goes on from
     * @param acceptsLoss whether a part that has lost its first segment is needed from a later one
     *     on
     */
    LogHistory(
            NavigableMap<Integer, NavigableMap<Long, Segment>> segments,
            Map<Integer, NavigableSet<Long>> gaps,
            Origin origin,
            boolean acceptsLoss) {
        this.segments = segments;
        this.gaps = gaps;
        this.acceptsLoss = acceptsLoss;
        this.origin = origin;
        this.job = origin.job();
        this.restored = origin.snapshot();
        this.takenMs = origin.takenMs() == Origin.UNKNOWN ? takenMs(restored) : origin.takenMs();
        this.isOfAnotherBranch = isOfAnotherBranch(segments.headMap(origin.parts(), false));
        this.isRepeated =
                isOfAnotherBranch || segments.values().stream().anyMatch(this::repeatsRestored);
        follow();
        while (acceptsLoss && keepWhatIsLeft()) {
            follow();
        }
    }

    private boolean repeatsRestored(NavigableMap<Long, Segment> part) {
        return part.values().stream().filter(segment -> segment.beginsAt(origin)).count() > 1;
    }

    private boolean isOfAnotherBranch(Map<Integer, NavigableMap<Long, Segment>> parts) {
        List<Segment> begun =
                parts.values().stream()
                        .flatMap(part -> part.values().stream())
                        .filter(segment -> segment.beginsAt(origin))
                        .toList();
        return !begun.isEmpty() && begun.stream().noneMatch(segment -> segment.isNear(origin));
    }

    /**
     * Repeats until nothing is added: each part that is found may name runs and snapshots by which
     * other parts are found.
     */
    private void follow() {
        boolean more = true;
        while (more) {
            more = false;
            for (Map.Entry<Integer, NavigableMap<Long, Segment>> part : segments.entrySet()) {
                Long start =
                        starts.containsKey(part.getKey())
                                ? null
                                : start(part.getKey(), part.getValue());
                if (start != null) {
                    starts.put(part.getKey(), start);
                    part.getValue().tailMap(start, true).values().forEach(this::learn);
                    more = true;
                }
            }
        }
    }

    /**
     * Moves the start of one part back to the first remaining segment that follows the snapshot.
     *
     * @return whether there was one
     */
    private boolean keepWhatIsLeft() {
        for (int part : segments.keySet()) {
            for (Map.Entry<Long, Segment> entry : beforeStart(part).entrySet()) {
                if (!hasRestoredSnapshot(part) && isLeft(part, entry.getKey(), entry.getValue())) {
                    starts.put(part, entry.getKey());
                    segmentsOf(part).tailMap(entry.getKey(), true).values().forEach(this::learn);
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether a segment follows the restored snapshot although the segment begun at the snapshot is
     * lost. If the job was later set back to before that snapshot, under its own id, it has given
     * numbers twice, and only the time tells.
     */
    private boolean isLeft(int part, long position, Segment segment) {
        boolean isSetBack =
                segmentsOf(part).tailMap(position, false).values().stream()
                        .anyMatch(this::goesBack);
        return (isLaterSnapshot(segment) && (!isSetBack || isLater(segment)))
                || (part < origin.parts() && isBehindGap(part, position) && isLater(segment));
    }

    private boolean goesBack(Segment segment) {
        return segment.isRun()
                && segment.job().equals(restored.job())
                && segment.snapshot().job().equals(restored.job())
                && segment.snapshot().id() < restored.id();
    }

    private boolean isBehindGap(int part, long position) {
        NavigableSet<Long> all = gaps.get(part);
        return all != null && all.lower(position) != null;
    }

    private @Nullable Long start(int part, NavigableMap<Long, Segment> all) {
        Long start = null;
        long difference = Long.MAX_VALUE;
        for (Map.Entry<Long, Segment> entry : all.entrySet()) {
            // A job set back under its own id has given numbers again: take the nearest in time.
            long here = Math.abs(entry.getValue().createdMs() - takenMs);
            if (isRestoredSnapshot(part, entry.getValue()) && here <= difference) {
                start = entry.getKey();
                difference = here;
            }
        }
        if (start != null) {
            return start;
        }
        for (Map.Entry<Long, Segment> entry : all.entrySet()) {
            if (entry.getValue().isRun() && isLaterRun(part, entry.getValue())) {
                return entry.getKey();
            }
        }
        return null;
    }

    /**
     * Whether a run follows the restored snapshot. A job never goes back to a savepoint, so it may
     * start runs from the same checkpoint both before and after it takes a savepoint; then only the
     * time tells which runs follow the savepoint. Likewise only the time tells for a coordinator
     * that had ended when the snapshot was taken and was there again in a later run.
     */
    private boolean isLaterRun(int part, Segment segment) {
        boolean follows = isOfRestored(segment) || snapshots.contains(segment.snapshot());
        boolean hadEnded = part < origin.parts() && segment.job().equals(restored.job());
        boolean mayFollow = hadEnded || runs.contains(runOf(segment));
        return (follows && !isRepeated) || ((follows || mayFollow) && isLater(segment));
    }

    private boolean isLater(Segment segment) {
        return takenMs != Origin.UNKNOWN && segment.createdMs() > takenMs;
    }

    private void learn(Segment segment) {
        if (segment.isRun()) {
            runs.add(runOf(segment));
        } else if (!isOfRestored(segment)) {
            snapshots.add(segment.snapshot());
        }
    }

    private static Run runOf(Segment segment) {
        return new Run(segment.job(), segment.snapshot());
    }

    private boolean isRestoredSnapshot(int part, Segment segment) {
        return part < origin.parts() && isRestoredSnapshot(segment);
    }

    private boolean isRestoredSnapshot(Segment segment) {
        return !isOfAnotherBranch && segment.beginsAt(origin);
    }

    private boolean isOfRestored(Segment segment) {
        return segment.isOf(origin);
    }

    private NavigableMap<Long, Segment> segmentsOf(int part) {
        return segments.getOrDefault(part, Collections.emptyNavigableMap());
    }

    // ------------------------------------------------------------------ results

    /** The parts that are needed, each with the position from where on. */
    public NavigableMap<Integer, Long> starts() {
        return starts;
    }

    /** Whether the part has the segment that was begun at the restored snapshot. */
    public boolean hasRestoredSnapshot(int part) {
        return segmentsOf(part).values().stream()
                .anyMatch(segment -> isRestoredSnapshot(part, segment));
    }

    /**
     * Like {@link #hasRestoredSnapshot}, but the segment was also begun at about the time of the
     * snapshot.
     */
    boolean hasNearRestoredSnapshot(int part) {
        return segmentsOf(part).values().stream()
                .anyMatch(s -> isRestoredSnapshot(part, s) && s.isNear(origin));
    }

    /**
     * Whether this log belongs to another branch of the job's history: the job was set back under
     * its own id and gave the number of the restored snapshot a second time.
     *
     * <p>In the right log, at least one segment with that number was begun near the time of the
     * snapshot: that of the coordinator that recorded this time, by the same clock, whatever the
     * clocks of other machines say. In the log of another branch there is none. Two branches that
     * reach a number at nearly the same time are not told apart.
     */
    boolean isOfAnotherBranch() {
        return isOfAnotherBranch;
    }

    /**
     * A segment that was begun at a later snapshot although no needed segment precedes it, so that
     * the needed ones must have been deleted; null if nothing is missing.
     */
    @Nullable Segment deletedBefore(int part) {
        if (hasRestoredSnapshot(part)) {
            return null;
        }
        return beforeStart(part).values().stream()
                .filter(this::isLaterSnapshot)
                .findFirst()
                .orElse(null);
    }

    /** What a part has lost; null if no loss is known or loss is not accepted. */
    @Nullable Loss loss(int part) {
        Long start = starts.get(part);
        Segment first = start == null ? null : segmentsOf(part).get(start);
        boolean isLeft = first != null && start != null && isLeft(part, start, first);
        NavigableSet<Long> all = gaps.getOrDefault(part, Collections.emptyNavigableSet());
        Long gap = start == null ? (all.isEmpty() ? null : all.first()) : all.lower(start);
        if (!acceptsLoss || hasRestoredSnapshot(part) || (gap == null && !isLeft)) {
            return null;
        }
        NavigableMap<Long, Segment> before = beforeStart(part);
        if (gap == null) {
            return new Loss(
                    before.isEmpty() ? LogReader.BEGINNING : before.lastKey(),
                    List.of(),
                    start,
                    first);
        }
        return new Loss(gap, List.copyOf(before.tailMap(gap, false).keySet()), start, first);
    }

    private NavigableMap<Long, Segment> beforeStart(int part) {
        Long start = starts.get(part);
        NavigableMap<Long, Segment> all = segmentsOf(part);
        return start == null ? all : all.headMap(start, false);
    }

    /**
     * Whether a segment was begun at a snapshot after the restored one. Each job counts on its own,
     * so only numbers of the same job can be compared.
     */
    private boolean isLaterSnapshot(Segment segment) {
        if (segment.isRun() || (isRepeated && !isLater(segment))) {
            return false;
        }
        if (!restored.hadLog() && takenMs == Origin.UNKNOWN) {
            return followsRun(segment);
        }
        String by = segment.job();
        return by.equals(restored.job())
                ? segment.snapshot().id() > restored.id()
                : segment.createdMs() >= takenMs
                        && (by.equals(job) || runs.stream().anyMatch(run -> run.job().equals(by)));
    }

    /**
     * Whether the segment's job had already started from the restored snapshot, the time of which
     * is not known. Before that start, a job may have written a log under the same id and then
     * taken a snapshot without one.
     */
    private boolean followsRun(Segment segment) {
        return needed().anyMatch(
                        run ->
                                run.isRun()
                                        && run.job().equals(segment.job())
                                        && run.createdMs() < segment.createdMs());
    }

    /**
     * Whether the part belongs to another job, or to another time of this one: a job that begins
     * without a log must not go on with such a part.
     */
    boolean isForeign(int part) {
        return !restored.hadLog() && !starts.containsKey(part) && !segmentsOf(part).isEmpty();
    }

    /** Savepoints begun after the restored snapshot; some of them may have failed. */
    public Set<Snapshot> laterSavepoints() {
        return needed().filter(segment -> segment.beginning() == Beginning.SAVEPOINT)
                .map(Segment::snapshot)
                .filter(snapshot -> !snapshot.equals(restored))
                .collect(Collectors.toSet());
    }

    private Stream<Segment> needed() {
        return starts.entrySet().stream()
                .map(start -> segmentsOf(start.getKey()).tailMap(start.getValue(), true))
                .flatMap(part -> part.values().stream());
    }

    /** Sorts snapshots by the time at which they were taken. */
    public List<Snapshot> inOrder(Set<Snapshot> unordered) {
        List<Snapshot> ordered = new ArrayList<>(unordered);
        ordered.sort(Comparator.comparingLong(this::takenMs).thenComparingLong(Snapshot::id));
        return ordered;
    }

    private long takenMs(Snapshot snapshot) {
        return segments.values().stream()
                .flatMap(part -> part.values().stream())
                .filter(segment -> !segment.isRun() && segment.snapshot().equals(snapshot))
                .mapToLong(Segment::createdMs)
                .min()
                .orElse(Origin.UNKNOWN);
    }

    /** The snapshot at which a segment was begun; null if the segment is gone or begins a run. */
    public @Nullable Snapshot snapshotAt(int part, long position) {
        Segment segment = segmentsOf(part).get(position);
        return segment == null || segment.isRun() ? null : segment.snapshot();
    }

    /**
     * The position in a part from where on another snapshot needs it.
     *
     * @param orElse the result if the snapshot needs nothing of what the part holds
     */
    public long position(int part, Snapshot snapshot, long orElse) {
        for (Map.Entry<Long, Segment> entry : segmentsOf(part).entrySet()) {
            Segment segment = entry.getValue();
            if (!segment.isRun() && segment.snapshot().equals(snapshot)) {
                return entry.getKey();
            }
        }
        return new LogHistory(segments, gaps, Origin.of(job, snapshot), acceptsLoss)
                .starts()
                .getOrDefault(part, orElse);
    }
}
