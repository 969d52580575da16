/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader.Beginning;

import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;

/** Histories of runs. Jobs are letters; the segments of a part are at positions 1, 2, and so on. */
abstract class LogHistoryFixture {
    final NavigableMap<Integer, NavigableMap<Long, Segment>> segments = new TreeMap<>();
    final Map<Integer, NavigableSet<Long>> gaps = new TreeMap<>();

    static Segment run(String job, Snapshot from) {
        return new Segment(job, Beginning.RUN, from, 0);
    }

    static Segment checkpoint(String job, long id) {
        return new Segment(job, Beginning.CHECKPOINT, new Snapshot(id, job), 0);
    }

    static Segment savepoint(String job, long id) {
        return new Segment(job, Beginning.SAVEPOINT, new Snapshot(id, job), 0);
    }

    /** The same, begun at the time. */
    static Segment at(long ms, Segment segment) {
        return new Segment(segment.job(), segment.beginning(), segment.snapshot(), ms);
    }

    void part(int part, Segment... all) {
        NavigableMap<Long, Segment> positions = new TreeMap<>();
        for (Segment segment : all) {
            positions.put(positions.size() + 1L, segment);
        }
        segments.put(part, positions);
    }

    LogHistory lossy(Origin origin) {
        return new LogHistory(segments, gaps, origin, true);
    }

    LogHistory history(Origin origin) {
        return new LogHistory(segments, origin);
    }

    Map<Integer, Long> starts(Origin origin) {
        return history(origin).starts();
    }

    Map<Integer, Long> starts(String job, Snapshot restored) {
        return starts(Origin.of(job, restored));
    }
}
