/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.access.KeyRecord;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The keyed state of one instance: records while they are needed, bare values for the rest. */
final class KeyStore {
    private final Map<Integer, Value> values = new HashMap<>();
    private final Map<Integer, KeyRecord<Integer, Value>> records = new TreeMap<>();

    /** For each key who wrote its installed values, each writer when it first was the newest. */
    private final Map<Integer, Set<Long>> installOrders = new HashMap<>();

    /** What attempts have written, to install it wrongly; else empty. */
    private final Map<Long, Map<Integer, @Nullable Value>> written = new HashMap<>();

    private final boolean remembersWrites;

    KeyStore(Fault fault) {
        remembersWrites = fault == Fault.INSTALLS_OUT_OF_ORDER;
    }

    KeyRecord<Integer, Value> record(int key) {
        return records.computeIfAbsent(key, k -> new KeyRecord<>(k, values.get(k)));
    }

    /** Forgets a record that is in use, which is wrong. */
    void forget(int key) {
        records.remove(key);
    }

    /** An attempt has written; remembered for {@link #installAsDecided} only. */
    void written(long timestamp, int key, @Nullable Value value) {
        if (remembersWrites) {
            written.computeIfAbsent(timestamp, t -> new HashMap<>()).put(key, value);
        }
    }

    /** Takes the value decided last for the newest, which is wrong. */
    void installAsDecided(long timestamp, boolean commits) {
        Map<Integer, @Nullable Value> decided = written.remove(timestamp);
        if (decided != null && commits) {
            decided.forEach(this::set);
        }
    }

    void installed(KeyRecord<Integer, Value> record) {
        set(record.key(), record.installed());
    }

    private void set(int key, @Nullable Value value) {
        if (value == null) {
            values.remove(key);
        } else {
            values.put(key, value);
            installOrders.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(value.writer());
        }
    }

    void evictIdle(long stableTimestamp) {
        records.values().removeIf(record -> record.isIdle(stableTimestamp));
    }

    /** The values as of a snapshot. */
    Map<Integer, Value> valuesAt(long snapshot) {
        Map<Integer, Value> read = new HashMap<>(values);
        records.forEach(
                (key, record) -> {
                    Value value = record.installedUpTo(snapshot);
                    if (value == null) {
                        read.remove(key);
                    } else {
                        read.put(key, value);
                    }
                });
        return read;
    }

    List<Integer> busyKeys() {
        return List.copyOf(records.keySet());
    }

    Map<Integer, Value> values() {
        return values;
    }

    /** The writers of each key in the order in which their values took effect. */
    Map<Integer, Set<Long>> installOrders() {
        return installOrders;
    }
}
