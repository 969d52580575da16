/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.index.IndexQuery;
import io.tspoon.index.IndexRange;
import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.PageCollector.Arrival;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.Scan;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/**
 * Which index to ask for the entries of a scan or an aggregate, and for which of them. All of those
 * that may belong to the answer are asked for, and each is tested again.
 *
 * @param index the index
 * @param ranges where the entries are
 * @param descending whether they come from the last to the first
 * @param arrival in which order they come
 */
record IndexPlan(LocalIndex index, List<IndexRange> ranges, boolean descending, Arrival arrival) {
    private static final String KEY = "/key";

    /** The query for so many entries at a time. */
    IndexQuery query(int most) {
        return new IndexQuery(index.name(), ranges, descending, null, most);
    }

    /** Whether entries come in the order of the page, so that not all of them are needed. */
    boolean isOrdered() {
        return arrival == Arrival.BY_INDEX;
    }

    /** The plan for an aggregate; null if it has to look at all entries. */
    static @Nullable IndexPlan of(LocalInstance<?, ?> instance, Aggregate aggregate) {
        return filtering(instance, aggregate.ranges(), aggregate.keyRanges());
    }

    /**
     * The plan for a page: an index that the filter restricts, or one that has the entries in the
     * order of the page. If that is not the order of keys, the latter unless the filter names parts
     * or bounds them on both sides. Null if all entries have to be looked at.
     *
     * @param after where the page begins; null for the first one
     */
    static @Nullable IndexPlan of(LocalInstance<?, ?> instance, Scan scan, @Nullable Place after) {
        IndexPlan filtering = filtering(instance, scan.ranges(), scan.keyRanges());
        IndexPlan ordered = ordered(instance, scan, after);
        if (ordered == null || filtering == null) {
            return ordered == null ? filtering : ordered;
        }
        if (ordered.index() == filtering.index()) {
            return ordered; // with the same ranges
        }
        int most = scan.orderedBy() == null ? Width.OPEN : Width.BOUNDED;
        return filtering.width() <= most ? filtering : ordered;
    }

    private static @Nullable IndexPlan ordered(
            LocalInstance<?, ?> instance, Scan scan, @Nullable Place after) {
        String by = scan.orderedBy();
        String pointer = by == null ? KEY : by;
        LocalIndex index = instance.indexOf(pointer);
        if (index == null) {
            return null;
        }
        List<IndexRange> ranges = scan.ranges().getOrDefault(pointer, List.of(IndexRange.ALL));
        if (by == null || by.equals(KEY)) {
            ranges = IndexRange.intersection(ranges, scan.keyRanges());
        }
        if (after != null) {
            ranges = IndexRange.intersection(ranges, List.of(scan.from(after)));
        }
        return new IndexPlan(index, ranges, scan.descending(), Arrival.BY_INDEX);
    }

    private static @Nullable IndexPlan filtering(
            LocalInstance<?, ?> instance,
            Map<String, List<IndexRange>> ofParts,
            List<IndexRange> ofKeys) {
        IndexPlan best = null;
        for (Map.Entry<String, List<IndexRange>> part : ofParts.entrySet()) {
            best = better(best, plan(instance, part.getKey(), part.getValue()));
        }
        return ofKeys.equals(List.of(IndexRange.ALL))
                ? best
                : better(
                        best,
                        plan(
                                instance,
                                KEY,
                                IndexRange.intersection(
                                        ofKeys,
                                        ofParts.getOrDefault(KEY, List.of(IndexRange.ALL)))));
    }

    private static @Nullable IndexPlan plan(
            LocalInstance<?, ?> instance, String pointer, List<IndexRange> ranges) {
        LocalIndex index = instance.indexOf(pointer);
        return index == null ? null : new IndexPlan(index, ranges, false, Arrival.IN_NO_ORDER);
    }

    private static @Nullable IndexPlan better(@Nullable IndexPlan a, @Nullable IndexPlan b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return b.width() < a.width() ? b : a;
    }

    /** How much it may ask for, by the kind of its ranges: there are no statistics. */
    private int width() {
        int width = Width.EQUAL;
        for (IndexRange range : ranges) {
            int own = range.isOne() ? Width.EQUAL : range.isBounded() ? Width.BOUNDED : Width.OPEN;
            width = Math.max(width, own);
        }
        return width;
    }

    /** How much ranges may have, from little to much. */
    private static final class Width {
        static final int EQUAL = 0;
        static final int BOUNDED = 1;
        static final int OPEN = 2;

        private Width() {}
    }
}
