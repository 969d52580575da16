/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexOrder;
import io.tspoon.index.IndexRange;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The first keys of a partition whose entries are in a range of an index. Keys with equal parts are
 * in their own order, so that a function that runs again finds the same.
 */
@Internal
public final class IndexSelection {
    private record Found(Object part, Object key) {}

    private final IndexDefinition index;
    private final IndexRange range;
    private final boolean descending;
    private final int most;
    private final List<Found> found = new ArrayList<>();

    /**
     * @param most the most keys
     */
    public IndexSelection(IndexDefinition index, IndexRange range, boolean descending, int most) {
        this.index = index;
        this.range = range;
        this.descending = descending;
        this.most = most;
    }

    /** Adds an entry if it is in the range. */
    public void add(Object key, @Nullable Object value) {
        if (value != null) {
            Object part = index.of(key, value);
            if (range.has(part)) {
                found.add(new Found(part, key));
            }
        }
    }

    /** Adds an entry of an index, unless the value has another part now. */
    public void add(Object part, Object key, @Nullable Object value) {
        if (value != null && IndexOrder.compare(part, index.of(key, value)) == 0) {
            found.add(new Found(part, key));
        }
    }

    /** Whether there is enough if the next entry of the index has this part. */
    public boolean isFull(Object next) {
        return found.size() >= most
                && IndexOrder.compare(found.get(found.size() - 1).part, next) != 0;
    }

    /** Adds what another one has found. */
    public IndexSelection with(IndexSelection other) {
        found.addAll(other.found);
        return this;
    }

    public List<Object> keys() {
        Comparator<Found> order = (a, b) -> IndexOrder.compare(a.part, b.part);
        order = order.thenComparing((a, b) -> keys(a.key, b.key));
        found.sort(descending ? order.reversed() : order);
        List<Object> keys = new ArrayList<>();
        for (Found one : found.subList(0, Math.min(most, found.size()))) {
            keys.add(one.key);
        }
        return keys;
    }

    @SuppressWarnings("unchecked") // both are keys of one state
    private static int keys(Object a, Object b) {
        return a instanceof Comparable<?> && a.getClass() == b.getClass()
                ? ((Comparable<Object>) a).compareTo(b)
                : a.toString().compareTo(b.toString());
    }
}
