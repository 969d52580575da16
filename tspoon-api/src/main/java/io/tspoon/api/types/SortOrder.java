/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.Comparator;

/** The orders of sorted sets and maps that can be written. Their places are part of the bytes. */
@SuppressWarnings("ImmutableEnumChecker") // these comparators have no state
enum SortOrder {
    NATURAL(null),
    REVERSE(Collections.reverseOrder()),
    CASE_INSENSITIVE(String.CASE_INSENSITIVE_ORDER),
    REVERSE_CASE_INSENSITIVE(Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER));

    private static final SortOrder[] ALL = values();

    private final @Nullable Comparator<?> comparator;

    SortOrder(@Nullable Comparator<?> comparator) {
        this.comparator = comparator;
    }

    static SortOrder of(@Nullable Comparator<?> comparator) {
        if (comparator == null || comparator.equals(Comparator.<Integer>naturalOrder())) {
            return NATURAL;
        }
        for (SortOrder order : ALL) {
            if (comparator.equals(order.comparator)) {
                return order;
            }
        }
        throw new IllegalArgumentException(
                "[TSP-1207] Cannot write sorted set or map: its order cannot be written,"
                        + " comparator="
                        + comparator.getClass().getName()
                        + ". Use the natural order, String.CASE_INSENSITIVE_ORDER, or the reverse"
                        + " of one of these; or make the key Comparable.");
    }

    static SortOrder at(int place) {
        return ALL[place];
    }

    @SuppressWarnings("unchecked")
    <T> @Nullable Comparator<T> comparator() {
        return (Comparator<T>) comparator;
    }
}
