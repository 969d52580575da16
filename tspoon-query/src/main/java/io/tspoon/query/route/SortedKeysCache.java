/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers the sorted keys of scans that have more pages, the latest few of them, so that a page
 * does not sort again. What is not here is sorted anew, with the same result.
 */
final class SortedKeysCache {
    private static final int CAPACITY = 16;

    private record Name(long pin, Object instance, boolean descending) {}

    private final Map<Name, SortedKeys<?>> entries =
            new LinkedHashMap<>(CAPACITY, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Name, SortedKeys<?>> eldest) {
                    return size() > CAPACITY;
                }
            };

    @SuppressWarnings("unchecked")
    synchronized <K> @Nullable SortedKeys<K> get(
            long pin, LocalInstance<K, ?> instance, boolean descending) {
        return (SortedKeys<K>) entries.get(new Name(pin, instance, descending));
    }

    synchronized <K> void put(
            long pin, LocalInstance<K, ?> instance, boolean descending, SortedKeys<K> keys) {
        entries.put(new Name(pin, instance, descending), keys);
    }

    synchronized void remove(long pin) {
        entries.keySet().removeIf(name -> name.pin() == pin);
    }
}
