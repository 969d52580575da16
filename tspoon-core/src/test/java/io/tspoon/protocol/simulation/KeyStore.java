/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.KeyRecord;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The keyed state of one instance: records while they are needed, bare values for the rest. */
final class KeyStore {
    private final Map<Integer, Value> values = new HashMap<>();
    private final Map<Integer, KeyRecord<Integer, Value>> records = new TreeMap<>();

    KeyRecord<Integer, Value> record(int key) {
        return records.computeIfAbsent(key, k -> new KeyRecord<>(k, values.get(k)));
    }

    void installed(KeyRecord<Integer, Value> record) {
        Value value = record.installed();
        if (value == null) {
            values.remove(record.key());
        } else {
            values.put(record.key(), value);
        }
    }

    void evictIdle(long stableTimestamp) {
        records.values().removeIf(record -> record.isIdle(stableTimestamp));
    }

    List<Integer> busyKeys() {
        return List.copyOf(records.keySet());
    }

    Map<Integer, Value> values() {
        return values;
    }
}
