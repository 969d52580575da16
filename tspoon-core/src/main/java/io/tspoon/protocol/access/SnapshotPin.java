/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import java.util.ArrayDeque;

/**
 * The versions that are kept for one snapshot, or for a pin that is not yet settled for a snapshot.
 */
final class SnapshotPin<K, V> {
    /** The lowest timestamp that reads may ask for. */
    private final long lowest;

    private ArrayDeque<Kept<K, V>> list = new ArrayDeque<>();

    /** The number of pins that are settled for this snapshot. */
    private int users;

    /** A kept version and its record. */
    record Kept<K, V>(KeyRecord<K, V> record, Version<V> version) {}

    SnapshotPin(long lowest) {
        this.lowest = lowest;
    }

    long lowest() {
        return lowest;
    }

    void use() {
        users++;
    }

    /** Removes a user; returns whether it was the last one. */
    boolean leave() {
        return --users == 0;
    }

    void keep(KeyRecord<K, V> record, Version<V> version) {
        list.add(new Kept<>(record, version));
    }

    /** Removes and returns all kept versions. */
    ArrayDeque<Kept<K, V>> takeKept() {
        ArrayDeque<Kept<K, V>> taken = list;
        list = new ArrayDeque<>();
        return taken;
    }
}
