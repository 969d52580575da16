/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import java.util.ArrayDeque;

/** The versions that are kept for one snapshot, or for one that is not settled yet. */
final class SnapshotPin<K, V> {
    /** The lowest timestamp that reads may ask for. */
    private final long lowest;

    private ArrayDeque<Kept<K, V>> list = new ArrayDeque<>();

    /** How many have settled for the same snapshot. */
    private int users;

    /** A version that has to go with the last one who needs it. */
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

    /** Whether nobody uses the snapshot any more. */
    boolean leave() {
        return --users == 0;
    }

    void keep(KeyRecord<K, V> record, Version<V> version) {
        list.add(new Kept<>(record, version));
    }

    /** What was kept; the list is empty afterwards. */
    ArrayDeque<Kept<K, V>> takeKept() {
        ArrayDeque<Kept<K, V>> taken = list;
        list = new ArrayDeque<>();
        return taken;
    }
}
