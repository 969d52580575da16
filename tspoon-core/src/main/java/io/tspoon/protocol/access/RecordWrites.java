/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * What one access has written to the records of a partition, in the order in which it first wrote
 * each of them. A record is in it once, with its last value.
 *
 * @param <K> key type
 * @param <V> value type; null stands for "no value"
 */
@Internal
public final class RecordWrites<K, V> {
    /** Up to so many records are looked through one by one. */
    private static final int FEW = 8;

    private final List<KeyRecord<K, V>> records = new ArrayList<>(FEW);
    private final List<@Nullable V> values = new ArrayList<>(FEW);
    private @Nullable IdentityHashMap<KeyRecord<K, V>, Integer> places;

    public int size() {
        return records.size();
    }

    public K key(int index) {
        return records.get(index).key();
    }

    /** The value; null if it was deleted. */
    public @Nullable V value(int index) {
        return values.get(index);
    }

    /** Where the write to a record is; negative if there is none. */
    public int indexOf(KeyRecord<K, V> record) {
        if (places != null) {
            return places.getOrDefault(record, -1);
        }
        for (int i = 0; i < records.size(); i++) {
            if (records.get(i) == record) {
                return i;
            }
        }
        return -1;
    }

    /** Writes; null deletes. */
    public void put(KeyRecord<K, V> record, @Nullable V value) {
        int index = indexOf(record);
        if (index >= 0) {
            values.set(index, value);
            return;
        }
        records.add(record);
        values.add(value);
        if (places != null) {
            places.put(record, records.size() - 1);
        } else if (records.size() > FEW) {
            places = new IdentityHashMap<>();
            for (int i = 0; i < records.size(); i++) {
                places.put(records.get(i), i);
            }
        }
    }

    public KeyRecord<K, V> record(int index) {
        return records.get(index);
    }
}
