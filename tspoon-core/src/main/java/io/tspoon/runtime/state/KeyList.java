/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.KeyScan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Gathers all keys of an instance, in slices: those at hand when it began, those in the keyed state
 * that are not at hand, and those that came to hand meanwhile. Nothing may be evicted, nor written
 * to the keyed state, before it is over; {@link #finishBacking} makes writing possible.
 */
final class KeyList<K, V> implements AutoCloseable {
    private static final int KEYS_PER_LOOK_AT_THE_CLOCK = 256;

    private final RecordCache<K, V> cache;
    private final KeyScan<K> backing;
    private final ReadTask<?> owner;
    private final int atHand;
    private final List<K> keys = new ArrayList<>();
    private final List<K> further = new ArrayList<>();

    KeyList(RecordCache<K, V> cache, KeyScan<K> backing, ReadTask<?> owner) {
        this.cache = cache;
        this.backing = backing;
        this.owner = owner;
        this.atHand = cache.size();
    }

    ReadTask<?> owner() {
        return owner;
    }

    /** Goes on until some time; whether it is over. */
    boolean run(long untilNanos) {
        while (keys.size() < atHand) {
            int to = Math.min(atHand, keys.size() + KEYS_PER_LOOK_AT_THE_CLOCK);
            cache.addKeys(keys.size(), to, keys);
            if (System.nanoTime() >= untilNanos) {
                return false;
            }
        }
        int looked = 0;
        while (backing.hasNext()) {
            addUnlessAtHand(backing.next());
            if (++looked % KEYS_PER_LOOK_AT_THE_CLOCK == 0 && System.nanoTime() >= untilNanos) {
                return false;
            }
        }
        return true;
    }

    /** Reads the rest of the keyed state's keys at once. */
    void finishBacking() {
        while (backing.hasNext()) {
            addUnlessAtHand(backing.next());
        }
    }

    private void addUnlessAtHand(K key) {
        if (cache.peek(key) == null) {
            further.add(key);
        }
    }

    int size() {
        return keys.size() + further.size();
    }

    /** All keys, each of them once; called when it is over. */
    List<K> keys() {
        List<K> came = new ArrayList<>();
        cache.addKeys(atHand, cache.size(), came);
        Set<K> known = new HashSet<>(came);
        keys.addAll(came);
        for (K key : further) {
            if (!known.contains(key)) {
                keys.add(key);
            }
        }
        return keys;
    }

    @Override
    public void close() {
        backing.close();
    }
}
