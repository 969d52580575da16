/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader;
import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.runtime.log.LogRecovery.Snapshot;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What followed a snapshot, as the headers of all segments tell it: where each part is needed from,
 * and which savepoints were taken since.
 *
 * <p>A part that was written at the snapshot is needed from the segment on that was begun there.
 * Whatever comes behind continues the same history: the runs that begin there, of whichever job,
 * and the snapshots that are taken there. A part that was not written at the snapshot is needed
 * from the first of these runs on, or of the runs that go on from one of these snapshots.
 *
 * <p>Source: headers by part and position. Immutable.
 */
public final class LogHistory {
    private final NavigableMap<Integer, NavigableMap<Long, LogHeader>> headers;
    private final String job;
    private final Snapshot restored;

    /** When the snapshot was taken, milliseconds since 1970; the beginning of time if unknown. */
    private final long takenMs;

    /** Where each part is needed from. */
    private final NavigableMap<Integer, Long> starts = new TreeMap<>();

    /** Runs that followed. */
    private final Set<Run> runs = new HashSet<>();

    /** Snapshots that followed, and the one that was restored. */
    private final Set<Snapshot> snapshots = new HashSet<>();

    /** A run of a job; there may be several from one snapshot. */
    private record Run(String job, Snapshot from) {
        static Run of(LogHeader header) {
            return new Run(header.job(), snapshot(header));
        }
    }

    /**
     * @param headers of all segments that exist, by part and position
     * @param job id of the job
     * @param restored what the job was restored from
     */
    LogHistory(
            NavigableMap<Integer, NavigableMap<Long, LogHeader>> headers,
            String job,
            Snapshot restored) {
        this.headers = headers;
        this.job = job;
        this.restored = restored;
        this.takenMs =
                headers.values().stream()
                        .flatMap(part -> part.values().stream())
                        .filter(this::isRestoredSnapshot)
                        .mapToLong(LogHeader::createdMs)
                        .min()
                        .orElse(Long.MIN_VALUE);
        follow();
    }

    /** Each part that is found may tell of runs and snapshots by which others are found. */
    private void follow() {
        boolean more = true;
        while (more) {
            more = false;
            for (Map.Entry<Integer, NavigableMap<Long, LogHeader>> part : headers.entrySet()) {
                Long start = starts.containsKey(part.getKey()) ? null : start(part.getValue());
                if (start != null) {
                    starts.put(part.getKey(), start);
                    part.getValue().tailMap(start, true).values().forEach(this::learn);
                    more = true;
                }
            }
        }
    }

    private @Nullable Long start(NavigableMap<Long, LogHeader> part) {
        for (Map.Entry<Long, LogHeader> entry : part.descendingMap().entrySet()) {
            if (isRestoredSnapshot(entry.getValue())) {
                return entry.getKey();
            }
        }
        for (Map.Entry<Long, LogHeader> entry : part.entrySet()) {
            if (isLaterRun(entry.getValue())) {
                return entry.getKey();
            }
        }
        return null;
    }

    /**
     * A job may begin runs from one checkpoint before and after it takes a savepoint, for it does
     * not go back to that. Then only the time tells which of them followed.
     */
    private boolean isLaterRun(LogHeader header) {
        return header.beginning() == Beginning.RUN
                && (isOfRestored(header)
                        || snapshots.contains(snapshot(header))
                        || (runs.contains(Run.of(header)) && header.createdMs() >= takenMs));
    }

    private void learn(LogHeader header) {
        if (header.beginning() == Beginning.RUN) {
            runs.add(Run.of(header));
        } else if (!isOfRestored(header)) {
            snapshots.add(snapshot(header));
        }
    }

    // ------------------------------------------------------------------ what it tells

    /** The parts that are needed, and the position of each from where on. */
    public NavigableMap<Integer, Long> starts() {
        return starts;
    }

    /** Whether the part has the segment that was begun at the restored snapshot. */
    boolean hasRestoredSnapshot(int part) {
        return headersOf(part).values().stream().anyMatch(this::isRestoredSnapshot);
    }

    /**
     * A segment that was begun at a later snapshot, though nothing that is needed is before it: so
     * that was deleted. Null if nothing is missing.
     */
    @Nullable LogHeader deletedBefore(int part) {
        if (hasRestoredSnapshot(part)) {
            return null;
        }
        Long start = starts.get(part);
        NavigableMap<Long, LogHeader> all = headersOf(part);
        NavigableMap<Long, LogHeader> before = start == null ? all : all.headMap(start, false);
        return before.values().stream().filter(this::isLaterSnapshot).findFirst().orElse(null);
    }

    private boolean isLaterSnapshot(LogHeader header) {
        boolean followed =
                header.job().equals(job)
                        || runs.stream().anyMatch(run -> run.job().equals(header.job()));
        return followed && header.beginsAtSnapshot() && header.checkpoint() > restored.id();
    }

    /**
     * Whether the part is another job's, with which one that begins without a log must not go on.
     */
    boolean isForeign(int part) {
        return !starts.containsKey(part)
                && !headersOf(part).isEmpty()
                && headersOf(part).values().stream()
                        .allMatch(header -> isForeign(header, job, restored));
    }

    /** Savepoints that were taken after the restored snapshot; some may not have come about. */
    public Set<Long> laterSavepoints() {
        Set<Long> savepoints = new TreeSet<>();
        starts.forEach(
                (part, start) ->
                        headersOf(part).tailMap(start, true).values().stream()
                                .filter(header -> header.beginning() == Beginning.SAVEPOINT)
                                .filter(header -> !isOfRestored(header))
                                .forEach(header -> savepoints.add(header.checkpoint())));
        return savepoints;
    }

    /**
     * Where in a part begins what a snapshot needs of it. If the part was not written at the
     * snapshot, that is where it begins.
     *
     * @param orElse if the part is empty
     */
    public long position(int part, long snapshot, long orElse) {
        NavigableMap<Long, LogHeader> all = headersOf(part);
        for (Map.Entry<Long, LogHeader> entry : all.entrySet()) {
            LogHeader header = entry.getValue();
            if (header.beginsAtSnapshot() && header.checkpoint() == snapshot) {
                return entry.getKey();
            }
        }
        return all.isEmpty() ? orElse : all.firstKey();
    }

    // ------------------------------------------------------------------ headers

    private NavigableMap<Long, LogHeader> headersOf(int part) {
        return headers.getOrDefault(part, Collections.emptyNavigableMap());
    }

    private static Snapshot snapshot(LogHeader header) {
        return new Snapshot(header.checkpoint(), header.checkpointJob());
    }

    private boolean isRestoredSnapshot(LogHeader header) {
        return header.beginsAtSnapshot() && isOfRestored(header);
    }

    private boolean isOfRestored(LogHeader header) {
        return isOf(header, job, restored);
    }

    private static boolean isOf(LogHeader header, String job, Snapshot restored) {
        return snapshot(header).equals(restored)
                && (restored.id() != LogRecovery.NO_CHECKPOINT || header.job().equals(job));
    }

    /** Whether the segment is another job's; only a job that begins without a log can tell. */
    static boolean isForeign(LogHeader header, String job, Snapshot restored) {
        return restored.job().isEmpty()
                && !header.job().equals(job)
                && !isOf(header, job, restored);
    }
}
