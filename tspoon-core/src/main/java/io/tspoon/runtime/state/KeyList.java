/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.read.ChunkedList;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Gathers all keys of an instance, in slices: those at hand when it began, those in the keyed state
 * that are not at hand, and those that came to hand meanwhile. Nothing may be evicted before it is
 * over.
 */
final class KeyList<K, V> implements AutoCloseable {
    private static final int KEYS_PER_LOOK_AT_THE_CLOCK = 256;

    private final RecordCache<K, V> cache;
    private final KeyScan<K> backing;
    private final ReadTask<?> owner;
    private final int atHand;
    private final List<K> keys = new ChunkedList<>();
    private final List<K> further = new ChunkedList<>();

    /** Keys that came to hand before all of the keyed state was seen. */
    private final List<K> came = new ChunkedList<>();

    private final Set<K> known = new HashSet<>();
    private int cameCount = -1;
    private int checked;

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
        return addAtHand(untilNanos)
                && addBacking(untilNanos)
                && addWhatCame(untilNanos)
                && addFurther(untilNanos);
    }

    private boolean addAtHand(long untilNanos) {
        while (keys.size() < atHand && cameCount < 0) {
            int to = Math.min(atHand, keys.size() + KEYS_PER_LOOK_AT_THE_CLOCK);
            cache.addKeys(keys.size(), to, keys);
            if (System.nanoTime() >= untilNanos) {
                return false;
            }
        }
        return true;
    }

    private boolean addBacking(long untilNanos) {
        int looked = 0;
        while (backing.hasNext()) {
            K key = backing.next();
            if (cache.peek(key) == null) {
                further.add(key);
            }
            if (++looked % KEYS_PER_LOOK_AT_THE_CLOCK == 0 && System.nanoTime() >= untilNanos) {
                return false;
            }
        }
        return true;
    }

    /** Some of these may be in the keyed state, and have been found there before they came. */
    private boolean addWhatCame(long untilNanos) {
        if (cameCount < 0) {
            cameCount = cache.size() - atHand;
        }
        while (came.size() < cameCount) {
            int from = atHand + came.size();
            int to = Math.min(atHand + cameCount, from + KEYS_PER_LOOK_AT_THE_CLOCK);
            cache.addKeys(from, to, came);
            known.addAll(came.subList(from - atHand, to - atHand));
            if (System.nanoTime() >= untilNanos) {
                return false;
            }
        }
        return true;
    }

    private boolean addFurther(long untilNanos) {
        if (checked == 0) {
            keys.addAll(came);
        }
        while (checked < further.size()) {
            K key = further.get(checked++);
            if (!known.contains(key)) {
                keys.add(key);
            }
            if (checked % KEYS_PER_LOOK_AT_THE_CLOCK == 0 && System.nanoTime() >= untilNanos) {
                return false;
            }
        }
        return true;
    }

    /** At least so many keys were found up to now. */
    int size() {
        return cameCount < 0 ? keys.size() + further.size() : keys.size();
    }

    /** All keys, each of them once; called when it is over. */
    List<K> keys() {
        return keys;
    }

    @Override
    public void close() {
        backing.close();
    }
}
