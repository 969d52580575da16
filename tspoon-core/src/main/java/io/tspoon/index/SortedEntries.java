/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.index;

import it.unimi.dsi.fastutil.objects.ObjectBidirectionalIterator;
import it.unimi.dsi.fastutil.objects.ObjectRBTreeSet;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Pairs of a part and the name of a record, in the order of the parts. Among equal parts, the hash
 * code of the name decides, and names with one hash code share a node. So each step costs the
 * logarithm of the number of pairs, however many parts are equal, and a position stays valid
 * whatever is added and removed.
 *
 * <p>Memory: a node of 32 bytes, a pair of 24, and the part, if nobody else has it. Equal texts are
 * kept once. Confined to one thread.
 *
 * @param <K> type of the names
 */
@Internal
public final class SortedEntries<K> {
    private static final int NODE_BYTES = 56;
    private static final int TEXT_BYTES = 44;
    private static final int NUMBER_BYTES = 24;

    private final ObjectRBTreeSet<Pair> pairs = new ObjectRBTreeSet<>(Pair::compareTo);
    private long size;

    /** What the parts take. */
    private long partBytes;

    /** A part, and who has it. */
    private static final class Pair implements IndexPosition {
        private static final int BEFORE_ALL = -1;
        private static final int BEHIND_ALL = Integer.MAX_VALUE;

        private final Object part;

        /** A name, or {@link Names}. */
        private Object names;

        private final int hash;

        Pair(Object part, Object names, int hash) {
            this.part = part;
            this.names = names;
            this.hash = hash;
        }

        static Pair of(Object part, Object name) {
            return new Pair(
                    part, name, Math.min(name.hashCode() & Integer.MAX_VALUE, BEHIND_ALL - 1));
        }

        static Pair before(Object part) {
            return new Pair(part, part, BEFORE_ALL);
        }

        static Pair behind(Object part) {
            return new Pair(part, part, BEHIND_ALL);
        }

        static int compareTo(Pair a, Pair b) {
            int order = IndexOrder.compare(a.part, b.part);
            return order != 0 ? order : Integer.compare(a.hash, b.hash);
        }
    }

    /** Names of equal parts that have one hash code. */
    private static final class Names {
        private final List<Object> all = new ArrayList<>(2);
    }

    /** Adds a pair; returns whether it was not there. */
    public boolean add(Object part, K name) {
        Pair pair = Pair.of(part, name);
        Pair there = pairs.get(pair);
        if (there == null) {
            Object same = part instanceof String ? same(part) : null;
            partBytes += same == null ? bytesOf(part) : 0;
            pairs.add(same == null ? pair : new Pair(same, name, pair.hash));
        } else if (there.names instanceof Names several) {
            if (several.all.contains(name)) {
                return false;
            }
            several.all.add(name);
        } else if (there.names.equals(name)) {
            return false;
        } else {
            Names several = new Names();
            several.all.add(there.names);
            several.all.add(name);
            there.names = several;
        }
        size++;
        return true;
    }

    /** The part of other pairs that equals one; null if there are none. */
    private @Nullable Object same(Object part) {
        ObjectBidirectionalIterator<Pair> from = pairs.iterator(Pair.before(part));
        if (from.hasNext()) {
            Object next = from.next().part;
            return next.equals(part) ? next : null;
        }
        return null;
    }

    private static long bytesOf(Object part) {
        return part instanceof String text ? TEXT_BYTES + text.length() : NUMBER_BYTES;
    }

    /** Removes a pair; returns whether it was there. */
    public boolean remove(Object part, K name) {
        Pair pair = Pair.of(part, name);
        Pair there = pairs.get(pair);
        if (there == null) {
            return false;
        }
        if (there.names instanceof Names several) {
            if (!several.all.remove(name)) {
                return false;
            }
            if (several.all.size() == 1) {
                there.names = several.all.get(0);
            }
        } else if (there.names.equals(name)) {
            pairs.remove(pair);
            boolean shared = part instanceof String && same(part) != null;
            partBytes -= shared ? 0 : bytesOf(part);
        } else {
            return false;
        }
        size--;
        return true;
    }

    public long size() {
        return size;
    }

    /** About how much memory the pairs take. */
    public long bytes() {
        return size * NODE_BYTES + partBytes;
    }

    public void clear() {
        pairs.clear();
        size = 0;
        partBytes = 0;
    }

    /**
     * Goes through the names whose parts are in a range, until one is not wanted any more; with it,
     * those that share its node are visited.
     *
     * @param after where an earlier call has ended; null to begin
     * @param visitor returns whether to go on
     * @return where the rest begins; null if all were visited
     */
    public @Nullable IndexPosition visit(
            IndexRange range,
            boolean descending,
            @Nullable IndexPosition after,
            Visitor<K> visitor) {
        ObjectBidirectionalIterator<Pair> steps =
                pairs.iterator(begin(range, descending, (Pair) after));
        while (descending ? steps.hasPrevious() : steps.hasNext()) {
            Pair pair = descending ? steps.previous() : steps.next();
            if (after != null && descending && Pair.compareTo(pair, (Pair) after) >= 0) {
                continue; // an iterator begins with what it was given
            }
            if (isOutside(pair, range, descending)) {
                return null;
            }
            if (!visit(pair, visitor)) {
                return pair;
            }
        }
        return null;
    }

    private static Pair begin(IndexRange range, boolean descending, @Nullable Pair after) {
        Pair begin = bound(range, descending);
        if (after == null) {
            return begin;
        }
        int order = Pair.compareTo(after, begin);
        return (descending ? order < 0 : order > 0) ? after : begin;
    }

    /** What no pair of a range is above, or below. */
    private static Pair bound(IndexRange range, boolean above) {
        if (above) {
            return range.withTo() ? Pair.behind(range.to()) : Pair.before(range.to());
        }
        return range.withFrom() ? Pair.before(range.from()) : Pair.behind(range.from());
    }

    /** The position at which a visit to a range begins. */
    public static IndexPosition beginOf(IndexRange range, boolean descending) {
        return bound(range, descending);
    }

    /**
     * The first of several ranges that a visit has not left behind, counted in its direction; their
     * number if there is none.
     *
     * @param ranges in their order, none of which meets another
     * @param after where the visit has come to; null if it begins
     */
    public static int firstFrom(
            List<IndexRange> ranges, boolean descending, @Nullable IndexPosition after) {
        if (after == null) {
            return 0;
        }
        int low = 0;
        int high = ranges.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            IndexRange range = ranges.get(descending ? ranges.size() - 1 - middle : middle);
            int order = Pair.compareTo(bound(range, !descending), (Pair) after);
            if (descending ? order >= 0 : order <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static boolean isOutside(Pair pair, IndexRange range, boolean descending) {
        if (descending) {
            int order = IndexOrder.compare(pair.part, range.from());
            return order < 0 || (order == 0 && !range.withFrom());
        }
        int order = IndexOrder.compare(pair.part, range.to());
        return order > 0 || (order == 0 && !range.withTo());
    }

    @SuppressWarnings("unchecked") // only names are added
    private boolean visit(Pair pair, Visitor<K> visitor) {
        if (!(pair.names instanceof Names several)) {
            return visitor.visit(pair.part, (K) pair.names);
        }
        boolean more = true;
        for (Object name : several.all) {
            more &= visitor.visit(pair.part, (K) name);
        }
        return more;
    }

    /** Receives pairs. */
    @FunctionalInterface
    public interface Visitor<K> {
        /** Takes a pair; returns whether to go on. */
        boolean visit(Object part, K name);
    }
}
