/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.index;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * A range in the order of {@link IndexOrder}.
 *
 * @param from where it begins
 * @param withFrom whether that belongs to it
 * @param to where it ends
 * @param withTo whether that belongs to it
 */
@Internal
public record IndexRange(Object from, boolean withFrom, Object to, boolean withTo) {
    /** All there is. */
    public static final IndexRange ALL =
            new IndexRange(IndexOrder.NOTHING, true, IndexOrder.behind(""), true);

    /** Those that equal one. */
    public static IndexRange only(Object one) {
        return new IndexRange(one, true, one, true);
    }

    /** Those of the same type below one. */
    public static IndexRange below(Object end, boolean withEnd) {
        return new IndexRange(IndexOrder.before(end), false, end, withEnd);
    }

    /** Those of the same type above one. */
    public static IndexRange above(Object begin, boolean withBegin) {
        return new IndexRange(begin, withBegin, IndexOrder.behind(begin), false);
    }

    /** The texts that begin with one. */
    public static IndexRange prefix(String beginning) {
        String end = successor(beginning);
        return new IndexRange(
                beginning, true, end == null ? IndexOrder.behind(beginning) : end, false);
    }

    /** The first text behind all that begin with one; null if there is none. */
    private static @Nullable String successor(String beginning) {
        int length = beginning.length();
        while (length > 0 && beginning.charAt(length - 1) == Character.MAX_VALUE) {
            length--;
        }
        return length == 0
                ? null
                : beginning.substring(0, length - 1) + (char) (beginning.charAt(length - 1) + 1);
    }

    /** Whether it has nothing for certain. */
    public boolean isEmpty() {
        int order = IndexOrder.compare(from, to);
        return order > 0 || (order == 0 && !(withFrom && withTo));
    }

    /** Whether a part belongs to it. */
    public boolean has(Object part) {
        int begin = IndexOrder.compare(part, from);
        int end = IndexOrder.compare(part, to);
        return (withFrom ? begin >= 0 : begin > 0) && (withTo ? end <= 0 : end < 0);
    }

    /** Whether it has one part only. */
    public boolean isOne() {
        return withFrom && withTo && IndexOrder.compare(from, to) == 0;
    }

    /** Whether it ends before other parts of its type do, on both sides. */
    public boolean isBounded() {
        return IndexOrder.isPart(from) && IndexOrder.isPart(to);
    }

    /** What belongs to both. */
    public IndexRange and(IndexRange other) {
        int begins = IndexOrder.compare(from, other.from);
        int ends = IndexOrder.compare(to, other.to);
        IndexRange later = begins >= 0 ? this : other;
        IndexRange earlier = ends <= 0 ? this : other;
        return new IndexRange(
                later.from,
                begins == 0 ? withFrom && other.withFrom : later.withFrom,
                earlier.to,
                ends == 0 ? withTo && other.withTo : earlier.withTo);
    }

    /** What belongs to any of several: ranges in their order, none of which meets another. */
    public static List<IndexRange> union(List<IndexRange> ranges) {
        List<IndexRange> sorted = new ArrayList<>(ranges);
        sorted.removeIf(IndexRange::isEmpty);
        sorted.sort(IndexRange::byBegin);
        List<IndexRange> apart = new ArrayList<>();
        for (IndexRange range : sorted) {
            int last = apart.size() - 1;
            if (last >= 0 && apart.get(last).reaches(range)) {
                apart.set(last, apart.get(last).until(range));
            } else {
                apart.add(range);
            }
        }
        return apart;
    }

    /** What belongs to both lists, each of ranges in their order that do not meet. */
    public static List<IndexRange> intersection(List<IndexRange> a, List<IndexRange> b) {
        List<IndexRange> both = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < a.size() && j < b.size()) {
            IndexRange common = a.get(i).and(b.get(j));
            if (!common.isEmpty()) {
                both.add(common);
            }
            if (a.get(i).endsBefore(b.get(j))) {
                i++;
            } else {
                j++;
            }
        }
        return both;
    }

    private boolean endsBefore(IndexRange other) {
        int order = IndexOrder.compare(to, other.to);
        return order < 0 || (order == 0 && !withTo && other.withTo);
    }

    private static int byBegin(IndexRange a, IndexRange b) {
        int order = IndexOrder.compare(a.from, b.from);
        return order != 0 ? order : Boolean.compare(b.withFrom, a.withFrom);
    }

    private boolean reaches(IndexRange later) {
        int order = IndexOrder.compare(later.from, to);
        return order < 0 || (order == 0 && (withTo || later.withFrom));
    }

    private IndexRange until(IndexRange later) {
        int order = IndexOrder.compare(later.to, to);
        boolean with = order == 0 ? withTo || later.withTo : order > 0 ? later.withTo : withTo;
        return new IndexRange(from, withFrom, order > 0 ? later.to : to, with);
    }
}
