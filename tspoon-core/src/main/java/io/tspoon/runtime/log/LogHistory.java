/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogReader;

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
 * What followed a snapshot, as the headers of all segments tell it: where each part is needed from,
 * and which savepoints were taken since.
 *
 * <p>A part that was written at the snapshot is needed from the segment on that was begun there.
 * Whatever comes behind continues the same history: the runs that begin there, of whichever job,
 * and the snapshots that are taken there. A part that was not written at the snapshot is needed
 * from the first of these runs on, or of the runs that go on from one of these snapshots.
 *
 * <p>Where a part has lost that segment, and this is accepted, it is needed from the first one on
 * of which the same can be told: it was begun at a later snapshot, or it lies behind what cannot be
 * read and was begun after the snapshot was taken.
 *
 * <p>Immutable.
 */
public final class LogHistory {
    /**
     * What a part has lost.
     *
     * @param after position of the last segment before it; {@link LogReader#BEGINNING} for none
     * @param skipped positions behind it that can be read, and of which nothing tells that they
     *     came after the restored snapshot
     * @param from where it is needed from nevertheless; null if nothing is
     * @param first the segment there
     */
    record Loss(long after, List<Long> skipped, @Nullable Long from, @Nullable Segment first) {}

    /** A run of a job; there may be several from one snapshot. */
    private record Run(String job, Snapshot from) {}

    private final NavigableMap<Integer, NavigableMap<Long, Segment>> segments;
    private final Map<Integer, NavigableSet<Long>> gaps;
    private final boolean acceptsLoss;
    private final Origin origin;
    private final String job;
    private final Snapshot restored;

    /** When the restored snapshot was taken, milliseconds since 1970. */
    private final long takenMs;

    /** Whether the log is of another time of the job: see {@link #isOfAnotherBranch}. */
    private final boolean isOfAnotherBranch;

    /** Whether its number was given twice: then identities do not tell what followed. */
    private final boolean isRepeated;

    /** Where each part is needed from. */
    private final NavigableMap<Integer, Long> starts = new TreeMap<>();

    /** Runs that followed. */
    private final Set<Run> runs = new HashSet<>();

    /** Snapshots that followed. */
    private final Set<Snapshot> snapshots = new HashSet<>();

    /**
     * @param segments all that exist, by part and position
     * @param origin what followed is asked for
     */
    LogHistory(NavigableMap<Integer, NavigableMap<Long, Segment>> segments, Origin origin) {
        this(segments, Map.of(), origin, false);
    }

    /**
     * @param segments all that can be read, by part and position
     * @param gaps behind which positions of a part something cannot be read; {@link
     *     LogReader#BEGINNING} if that comes first
     * @param origin what followed is asked for
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

    /** Each part that is found may tell of runs and snapshots by which others are found. */
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

    /** Goes back to what is left before the start of a part; gives whether there is something. */
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
     * Whether a segment came after the restored snapshot, though the one that was begun there is
     * lost. If the job was set back behind that later on, under its own id, it has given numbers
     * twice, and only the time tells.
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
            // A job that was set back under its own id has counted from there again.
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
     * A job may begin runs from one checkpoint before and after it takes a savepoint, for it does
     * not go back to that. Then only the time tells which of them followed. So it does for a
     * coordinator that had ended at the snapshot, and was there again in a later run.
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

    // ------------------------------------------------------------------ what it tells

    /** The parts that are needed, and the position of each from where on. */
    public NavigableMap<Integer, Long> starts() {
        return starts;
    }

    /** Whether the part has the segment that was begun at the restored snapshot. */
    public boolean hasRestoredSnapshot(int part) {
        return segmentsOf(part).values().stream()
                .anyMatch(segment -> isRestoredSnapshot(part, segment));
    }

    /** The same, and at about the time of the snapshot. */
    boolean hasNearRestoredSnapshot(int part) {
        return segmentsOf(part).values().stream()
                .anyMatch(s -> isRestoredSnapshot(part, s) && s.isNear(origin));
    }

    /**
     * Whether the job, which keeps its id and was set back, has given the number of the restored
     * snapshot at another time, with this place for its log. None of the segments that bear it was
     * begun near the restored one then; else that of the coordinator that has told the time was, by
     * the same clock, whatever the clocks of other machines said. Two branches of a job's history
     * that reach one number close to each other are not told apart.
     */
    boolean isOfAnotherBranch() {
        return isOfAnotherBranch;
    }

    /**
     * A segment that was begun at a later snapshot, though nothing that is needed is before it: so
     * that was deleted. Null if nothing is missing.
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

    /** What a part has lost; null if nothing is known of that, or loss is not accepted. */
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

    /** Jobs count apart, so only numbers of one job can be compared. */
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
     * Whether its job had begun by then to go on from the restored snapshot, of which the time is
     * not known. A job may have written a log under the same id before it took a snapshot without
     * one.
     */
    private boolean followsRun(Segment segment) {
        return needed().anyMatch(
                        run ->
                                run.isRun()
                                        && run.job().equals(segment.job())
                                        && run.createdMs() < segment.createdMs());
    }

    /**
     * Whether the part is another job's, or from another time of this one, with which a job that
     * begins without a log must not go on.
     */
    boolean isForeign(int part) {
        return !restored.hadLog() && !starts.containsKey(part) && !segmentsOf(part).isEmpty();
    }

    /** Savepoints that were taken after the restored snapshot; some may not have come about. */
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

    /** Snapshots in the order in which they were taken. */
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

    /** The snapshot at which a segment was begun; null if there is no such segment any more. */
    public @Nullable Snapshot snapshotAt(int part, long position) {
        Segment segment = segmentsOf(part).get(position);
        return segment == null || segment.isRun() ? null : segment.snapshot();
    }

    /**
     * Where in a part begins what another snapshot needs of it.
     *
     * @param orElse if it needs nothing that is there already
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
