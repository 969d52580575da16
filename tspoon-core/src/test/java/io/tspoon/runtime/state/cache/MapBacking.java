/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/** A keyed state that is a map. */
public record MapBacking<K, V>(Map<K, V> values) implements RecordCache.BackingState<K, V> {
    @Override
    public @Nullable V read(K key) {
        return values.get(key);
    }

    @Override
    public void write(K key, @Nullable V value) {
        if (value == null) {
            values.remove(key);
        } else {
            values.put(key, value);
        }
    }
}
