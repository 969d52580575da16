/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the versions that reads at one timestamp see, while it is pinned. Until it is settled which
 * timestamp that is, it keeps all that are the newest at some later time.
 */
final class SnapshotPin<K, V> {
    private static final long OPEN = -1;

    /** The snapshot is not before this timestamp. */
    private final long from;

    private List<Kept<K, V>> list = new ArrayList<>();
    private long snapshot = OPEN;

    /** A version that has to go with the last one who needs it. */
    record Kept<K, V>(KeyRecord<K, V> record, Version<V> version) {}

    SnapshotPin(long from) {
        this.from = from;
    }

    void settle(long timestamp) {
        snapshot = timestamp;
    }

    boolean isSettled() {
        return snapshot != OPEN;
    }

    long snapshot() {
        return snapshot;
    }

    /** The lowest timestamp that reads may ask for. */
    long lowest() {
        return isSettled() ? snapshot : from;
    }

    /** Whether a read may see a version that was replaced at a timestamp. */
    boolean needs(long version, long replaced) {
        return isSettled() ? version <= snapshot && snapshot < replaced : from < replaced;
    }

    void keep(KeyRecord<K, V> record, Version<V> version) {
        list.add(new Kept<>(record, version));
    }

    /** What was kept; the list is empty afterwards. */
    List<Kept<K, V>> takeKept() {
        List<Kept<K, V>> taken = list;
        list = new ArrayList<>();
        return taken;
    }
}
