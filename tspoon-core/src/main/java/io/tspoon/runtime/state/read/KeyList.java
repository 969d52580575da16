/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.read.ChunkedList;
import io.tspoon.runtime.state.cache.RecordCache;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Gathers all keys of an instance, in slices: those in the cache when the list began, those only in
 * the keyed state, and those that entered the cache meanwhile. Nothing may be evicted before the
 * list is complete.
 */
final class KeyList<K, V> implements AutoCloseable {
    /**
     * The least number of records that may enter the cache beyond its capacity, however small that
     * is.
     */
    static final int LEAST_ROOM = 65_536;

    private final RecordCache<K, V> cache;
    private final KeyScan<K> backing;
    private final KeyLists.Wanted<K, V> wanted;
    private final ReadTask<?> owner;
    private final int atHand;
    private final long mostAtHand;
    private final List<K> keys = new ChunkedList<>();

    /**
     * Keys that entered the cache before the whole keyed state was seen; in the end, those of them
     * that are not listed yet.
     */
    private final Set<K> came = new HashSet<>();

    /** The size of the cache when the whole keyed state was seen; -1 before. */
    private int atHandThen = -1;

    private int keysThen;
    private int lookedTo;
    private int cameTo;

    /** Listed keys up to this position need not be checked against {@link #came}. */
    private int checkedTo;

    private @Nullable Iterator<K> unlisted;

    KeyList(RecordCache<K, V> cache, KeyLists.Wanted<K, V> wanted, ReadTask<?> owner) {
        this.cache = cache;
        this.backing = wanted.scans().get();
        this.wanted = wanted;
        this.owner = owner;
        this.atHand = cache.size();
        this.cameTo = atHand;
        int room = Math.max(cache.capacity(), LEAST_ROOM);
        this.mostAtHand = (long) Math.max(cache.capacity(), atHand) + room;
    }

    ReadTask<?> owner() {
        return owner;
    }

    /** Continues until a time; returns whether the list is complete. */
    boolean run(long untilNanos) {
        return addAtHand(untilNanos)
                && addBacking(untilNanos)
                && seeWhatCame(untilNanos)
                && forgetListed(untilNanos)
                && addUnlisted(untilNanos);
    }

    private boolean addAtHand(long untilNanos) {
        while (lookedTo < atHand) {
            KeyRecord<K, V> record = cache.at(lookedTo++);
            if (wanted.listable().test(record.key()) && wanted.listed().test(record)) {
                keys.add(record.key());
            }
            checkedTo = keys.size();
            if (ReadTask.isTimeUp(lookedTo, untilNanos)) {
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
                keys.add(key);
            }
            if (ReadTask.isTimeUp(++looked, untilNanos)) {
                return false;
            }
        }
        if (atHandThen < 0) {
            atHandThen = cache.size();
            keysThen = keys.size();
        }
        return true;
    }

    private boolean seeWhatCame(long untilNanos) {
        while (cameTo < atHandThen) {
            K key = cache.at(cameTo++).key();
            if (wanted.listable().test(key)) {
                came.add(key);
            }
            if (ReadTask.isTimeUp(cameTo, untilNanos)) {
                return false;
            }
        }
        return true;
    }

    /** Forgets the late keys that were found in the keyed state after all. */
    private boolean forgetListed(long untilNanos) {
        while (checkedTo < keysThen && !came.isEmpty()) {
            came.remove(keys.get(checkedTo++));
            if (ReadTask.isTimeUp(checkedTo, untilNanos)) {
                return false;
            }
        }
        return true;
    }

    private boolean addUnlisted(long untilNanos) {
        Iterator<K> rest = unlisted == null ? came.iterator() : unlisted;
        unlisted = rest;
        while (rest.hasNext()) {
            keys.add(rest.next());
            if (ReadTask.isTimeUp(keys.size(), untilNanos)) {
                return false;
            }
        }
        return true;
    }

    /** The size of the cache above which the list should be given up. */
    long mostAtHand() {
        return mostAtHand;
    }

    /** The number of keys found up to now; more may follow. */
    int size() {
        return keys.size();
    }

    /** All keys, each of them once. To be called when the list is complete. */
    List<K> keys() {
        return keys;
    }

    @Override
    public void close() {
        backing.close();
    }
}
