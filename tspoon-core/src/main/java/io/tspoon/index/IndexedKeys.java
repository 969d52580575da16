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
 * @param next where the rest begins; null if there is none
 */
@Internal
public record IndexedKeys<K>(boolean served, List<K> keys, @Nullable IndexPosition next) {
    private static final IndexedKeys<?> NOT_SERVED = new IndexedKeys<>(false, List.of(), null);

    /** The answer of an index that does not serve. */
    @SuppressWarnings("unchecked") // it has no keys
    public static <K> IndexedKeys<K> notServed() {
        return (IndexedKeys<K>) NOT_SERVED;
    }
}
