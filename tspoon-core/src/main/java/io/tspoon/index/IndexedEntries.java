/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.index;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * What an index has answered.
 *
 * @param served whether it could; if not, a scan has to
 * @param keys whose entries are in the ranges, each once, in the order of what the index is about;
 *     in no order among those that are equal in it
 * @param values of these keys at the snapshot, in the same order
 * @param next where the rest begins; null if there is none
 */
@Internal
public record IndexedEntries<K, V>(
        boolean served, List<K> keys, List<V> values, @Nullable IndexPosition next) {
    private static final IndexedEntries<?, ?> NOT_SERVED =
            new IndexedEntries<>(false, List.of(), List.of(), null);

    /** The answer of an index that does not serve. */
    @SuppressWarnings("unchecked") // it has no entries
    public static <K, V> IndexedEntries<K, V> notServed() {
        return (IndexedEntries<K, V>) NOT_SERVED;
    }
}
