/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexKind;
import io.tspoon.index.IndexRange;
import io.tspoon.runtime.plan.PartitionValues;

import org.apache.flink.annotation.PublicEvolving;

import java.util.List;

/**
 * The index of a state in a partition, as a {@link PartitionProcedure} sees it: gives keys in the
 * order of what the index is about, and keys with equal parts in their own order. To be used only
 * while the procedure runs.
 *
 * @param <K> key type
 */
@PublicEvolving
public final class PartitionIndex<K> {
    private final PartitionValues values;
    private final int place;
    private final IndexDefinition index;

    PartitionIndex(PartitionValues values, int place, IndexDefinition index) {
        this.values = values;
        this.place = place;
        this.index = index;
    }

    /** Returns the keys of the entries whose part equals this one. */
    public List<K> equalTo(Comparable<?> part) {
        return keys(IndexRange.only(form(part)), false, Integer.MAX_VALUE);
    }

    /**
     * Returns the keys of the entries whose parts are in a range.
     *
     * @param from first part, inclusive
     * @param to last part, exclusive
     */
    public List<K> between(Comparable<?> from, Comparable<?> to) {
        return keys(new IndexRange(form(from), true, form(to), false), false, Integer.MAX_VALUE);
    }

    /** Returns so many keys, those with the lowest parts first. */
    public List<K> first(int most) {
        return keys(IndexRange.ALL, false, most);
    }

    /** Returns so many keys, those with the highest parts first. */
    public List<K> last(int most) {
        return keys(IndexRange.ALL, true, most);
    }

    private Object form(Comparable<?> part) {
        if (part == null || IndexKind.of(typeOf(part)) != index.kind()) {
            throw new IllegalArgumentException(
                    "[TSP-1338] Cannot ask index: it is about something of another type, index="
                            + index.name()
                            + ", part="
                            + part
                            + ", kind="
                            + index.kind()
                            + ". Pass what the function of the index gives.");
        }
        return index.kind().form(part);
    }

    /** A constant with a body has a class of its own. */
    private static Class<?> typeOf(Comparable<?> part) {
        return part instanceof Enum<?> constant ? constant.getDeclaringClass() : part.getClass();
    }

    @SuppressWarnings("unchecked") // the keys of the state
    private List<K> keys(IndexRange range, boolean descending, int most) {
        if (most < 1) {
            throw new IllegalArgumentException(
                    "[TSP-1339] Cannot ask index: the number of keys is not positive, index="
                            + index.name()
                            + ", most="
                            + most
                            + ". Ask for one or more.");
        }
        return (List<K>) values.keys(place, index, range, descending, most);
    }
}
