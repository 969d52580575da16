/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/** A keyed state that is a map. */
record MapBacking(Map<Long, Long> values) implements RecordCache.BackingState<Long, Long> {
    @Override
    public @Nullable Long read(Long key) {
        return values.get(key);
    }

    @Override
    public void write(Long key, @Nullable Long value) {
        if (value == null) {
            values.remove(key);
        } else {
            values.put(key, value);
        }
    }
}
