/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.batch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Times of elements that were aborted before their batches have ended, so that these are aborted,
 * too. Kept as ranges. If there are too many, the closest become one, and with them what is
 * between. Confined to the mailbox thread.
 */
final class AbortedTimes {
    static final int MAX_RANGES = 256;

    /** In their order, none of which touches another. */
    private List<Range> ranges = new ArrayList<>();

    private record Range(long first, long last) {
        boolean touches(Range later) {
            return later.first <= last || later.first - 1 == last;
        }

        /** How far it is to a later one that does not touch it, as an unsigned number. */
        long gap(Range later) {
            return later.first - last;
        }
    }

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    /** Whether the batch that a watermark ends has one of them. */
    boolean hasUpTo(long watermark) {
        return !isEmpty() && ranges.get(0).first <= watermark;
    }

    void add(long time) {
        ranges.add(new Range(time, time));
    }

    /** Sorts what was added. */
    void join() {
        ranges.sort(Comparator.comparingLong(Range::first));
        List<Range> apart = new ArrayList<>();
        for (Range next : ranges) {
            int last = apart.size() - 1;
            if (last < 0 || !apart.get(last).touches(next)) {
                apart.add(next);
            } else if (next.last > apart.get(last).last) {
                apart.set(last, new Range(apart.get(last).first, next.last));
            }
        }
        ranges = apart;
        if (ranges.size() > MAX_RANGES) {
            joinClosest();
        }
    }

    private void joinClosest() {
        List<Integer> gaps = new ArrayList<>();
        for (int i = 1; i < ranges.size(); i++) {
            gaps.add(i);
        }
        gaps.sort((one, other) -> Long.compareUnsigned(gapBefore(other), gapBefore(one)));
        List<Integer> kept = new ArrayList<>(gaps.subList(0, MAX_RANGES - 1));
        kept.sort(null);
        kept.add(ranges.size());
        List<Range> joined = new ArrayList<>();
        int from = 0;
        for (int to : kept) {
            joined.add(new Range(ranges.get(from).first, ranges.get(to - 1).last));
            from = to;
        }
        ranges = joined;
    }

    private long gapBefore(int index) {
        return ranges.get(index - 1).gap(ranges.get(index));
    }

    void removeUpTo(long watermark) {
        List<Range> later = new ArrayList<>();
        for (Range each : ranges) {
            if (each.last > watermark) {
                later.add(new Range(Math.max(each.first, watermark + 1), each.last));
            }
        }
        ranges = later;
    }

    // ------------------------------------------------------------------ snapshots

    /** The first and the last time of each range. */
    long[] toNumbers() {
        long[] numbers = new long[2 * ranges.size()];
        for (int i = 0; i < ranges.size(); i++) {
            numbers[2 * i] = ranges.get(i).first;
            numbers[2 * i + 1] = ranges.get(i).last;
        }
        return numbers;
    }

    /** Adds what {@link #toNumbers} has given; {@link #join} must follow. */
    void addNumbers(long[] numbers, int from) {
        for (int i = from; i < numbers.length; i += 2) {
            ranges.add(new Range(numbers[i], numbers[i + 1]));
        }
    }
}
