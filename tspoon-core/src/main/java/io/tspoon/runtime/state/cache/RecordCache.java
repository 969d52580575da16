/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import io.tspoon.protocol.access.KeyRecord;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A bounded write-back cache of installed values in front of Flink's keyed state.
 *
 * <p>Every record in use is in the cache, together with what is in flight on its key. Installed
 * values reach the keyed state when a record is evicted, and all of them before a checkpoint. A
 * record in use cannot be evicted, so the cache may exceed its capacity by as many records as the
 * transactions in the admission windows use at once. Eviction is by a clock hand (second chance),
 * O(1) for each access on average. Evicted records that were changed stay in a list until they are
 * removed together; while all records change, these are up to a seventh more.
 *
 * <p>Confined to the mailbox thread.
 */
@Internal
public final class RecordCache<K, V> {
    private static final int SCANS_PER_EVICTION = 8;
    private static final int MAX_EVICTIONS = 4_096;
    private static final int MIN_PATIENCE = 64;
    private static final int MAX_PATIENCE = SCANS_PER_EVICTION * MAX_EVICTIONS;
    private static final int MIN_STALE = 64;

    /** How often the hand passes an unused record until the record is evicted. */
    private static final long ROUNDS = 2;

    /** The number of entries that are looked at for each stale one that is removed. */
    private static final int LOOKS_PER_STALE = 8;

    private final BackingState<K, V> backing;
    private final int capacity;
    private final UnaryOperator<K> keyCopy;
    private final RecordTable<K, V> records = new RecordTable<>();
    private final List<CachedRecord<K, V>> clock = new ArrayList<>();
    private final List<CachedRecord<K, V>> dirty = new ArrayList<>();
    private final KeySample<K> sample;

    /**
     * The number of {@link #dirty} entries that are not dirty any more: they were evicted, and
     * still hold their values.
     */
    private int stale;

    private int hand;

    /**
     * The most records that a trim looks at, unless so many have come since the last trim that it
     * must look at more.
     */
    private int patience = MAX_PATIENCE;

    /** The number of records that the last trim has left. */
    private int left;

    /** The number of records that all trims have looked at. */
    private long looks;

    /** The value of {@link #looks} at which the whole surplus is gone, unless it is in use. */
    private long looksUntilTrimmed;

    private int[] hashes = new int[256];

    /** Keeps loads from being removed, see {@link io.tspoon.protocol}. */
    @SuppressWarnings("UnusedVariable")
    private long prefetched;

    public interface BackingState<K, V> {
        @Nullable V read(K key) throws Exception;

        void write(K key, @Nullable V value) throws Exception;
    }

    /**
     * @param keyCopy returns a key that the program cannot change: a key that is passed in may be
     *     part of an element, which belongs to the program
     * @param sample is told which keys are accessed
     */
    public RecordCache(
            BackingState<K, V> backing,
            int capacity,
            UnaryOperator<K> keyCopy,
            KeySample<K> sample) {
        this.backing = backing;
        this.capacity = capacity;
        this.keyCopy = keyCopy;
        this.sample = sample;
    }

    /** The record of the key; loaded from the keyed state if it is not in the cache. */
    public CachedRecord<K, V> get(K key) throws Exception {
        return get(key, RecordTable.hash(key));
    }

    private CachedRecord<K, V> get(K key, int hash) throws Exception {
        CachedRecord<K, V> record = records.get(key, hash);
        if (record == null) {
            K kept = keyCopy.apply(key);
            record = new CachedRecord<>(kept, hash, backing.read(kept));
            records.add(record);
            clock.add(record);
        }
        record.wasReferenced();
        return record;
    }

    /** Begins to look up the records of many keys together. */
    public LookUp<K, V> lookUp(int size) {
        return new LookUp<>(this, size);
    }

    private int[] hashes(int size) {
        if (hashes.length < size) {
            hashes = new int[Math.max(size, 2 * hashes.length)];
        }
        return hashes;
    }

    /**
     * The records of many keys, fetched from memory together. Valid until the next eviction or the
     * next look-up.
     *
     * <p>The way to a value leads over places in memory that are rarely in the processor's cache:
     * the entry in the table, the record, its key if that has to be compared, and its value. Each
     * of them is touched for all keys in a loop of its own. Hardly any branch in these loops
     * depends on what was loaded, so the processor waits for many loads at once (ADR 0007).
     */
    public static final class LookUp<K, V> {
        private final RecordCache<K, V> cache;
        private final Object[] keys;
        private final int[] hashes;

        /** The most likely record of each key; null before they are prefetched. */
        private @Nullable CachedRecord<K, V> @Nullable [] candidates;

        private int size;

        private LookUp(RecordCache<K, V> cache, int capacity) {
            this.cache = cache;
            this.keys = new Object[capacity];
            this.hashes = cache.hashes(capacity);
        }

        /** Adds a key. The program may reuse the same object for the next one. */
        public void add(K key) {
            hashes[size] = RecordTable.hash(key);
            keys[size++] = cache.keyCopy.apply(key);
        }

        /**
         * Loads into the cache what {@link #record} will need. To be called after the last key is
         * added, and before a record is asked for.
         */
        public void prefetch() {
            CachedRecord<K, V>[] records = cache.records.candidates(hashes, size);
            candidates = records;
            long touched = 0;
            for (CachedRecord<K, V> record : records) {
                if (record != null) {
                    touched += record.prefetch();
                }
            }
            for (int i = 0; i < records.length; i++) {
                CachedRecord<K, V> record = records[i];
                if (record != null && record.hash != hashes[i]) {
                    record = cache.records.further(hashes[i]);
                    records[i] = record;
                    touched += record == null ? 0 : record.prefetch();
                }
            }
            for (CachedRecord<K, V> record : records) {
                if (record != null) {
                    touched += record.prefetchKey();
                }
            }
            for (CachedRecord<K, V> record : records) {
                if (record != null) {
                    touched += record.prefetchInstalled();
                }
            }
            cache.prefetched = touched;
            cache.sample.accessed(keys, size);
        }

        /** The key as it was added, if it cannot change; else null, and the record has the key. */
        @SuppressWarnings("unchecked") // only keys are added
        public @Nullable K keyAtHand(int index) {
            Object key = keys[index];
            return CachedRecord.isInteger(key) ? (K) key : null;
        }

        /** The record of a key; loaded from the keyed state if it is not in the cache. */
        @SuppressWarnings("unchecked") // only keys are added
        public CachedRecord<K, V> record(int index) throws Exception {
            CachedRecord<K, V> candidate = candidate(index);
            if (candidate != null) {
                candidate.wasReferenced();
                return candidate;
            }
            return cache.get((K) keys[index], hashes[index]);
        }

        /** The record of a key if it is in the cache; does not count as an access. */
        @SuppressWarnings("unchecked") // only keys are added
        public @Nullable CachedRecord<K, V> peek(int index) {
            CachedRecord<K, V> candidate = candidate(index);
            return candidate == null
                    ? cache.records.get((K) keys[index], hashes[index])
                    : candidate;
        }

        /** The record prefetched for a key, if it is that of the key. */
        private @Nullable CachedRecord<K, V> candidate(int index) {
            CachedRecord<K, V> candidate =
                    Objects.requireNonNull(candidates, "keys are not prefetched")[index];
            return candidate != null && candidate.isOf(keys[index], hashes[index])
                    ? candidate
                    : null;
        }
    }

    /** The record of a key if it is in the cache; does not count as an access. */
    public @Nullable CachedRecord<K, V> peek(K key) {
        return records.get(key, RecordTable.hash(key));
    }

    /**
     * The record at a position; without evictions, positions are in the order in which records
     * came.
     */
    public KeyRecord<K, V> at(int position) {
        return clock.get(position);
    }

    /** The installed value has changed. */
    public void markDirty(CachedRecord<K, V> record) {
        if (!record.dirty) {
            record.dirty = true;
            dirty.add(record);
        }
    }

    /** Writes every changed value to the keyed state. */
    public void writeBack() throws Exception {
        for (CachedRecord<K, V> record : dirty) {
            if (record.dirty) {
                backing.write(record.key(), record.installed());
                record.dirty = false;
            }
        }
        dirty.clear();
        stale = 0;
    }

    /**
     * Evicts the surplus of records, as far as they are not in use. Each call does a bounded part
     * of the work, and less while most of the records that it looks at are in use. But the hand
     * always moves faster than new records come; otherwise it would never return to the records
     * that were given a second chance.
     *
     * @param stableTimestamp up to where everything is decided
     * @param lowestSnapshot nobody reads below this timestamp
     */
    public void trim(long stableTimestamp, long lowestSnapshot) throws Exception {
        trim(stableTimestamp, lowestSnapshot, record -> {});
    }

    /** As above, and passes on each record that is evicted. */
    public void trim(
            long stableTimestamp, long lowestSnapshot, Consumer<CachedRecord<K, V>> evicted)
            throws Exception {
        int excess = clock.size() - capacity;
        if (excess <= 0) {
            left = clock.size();
            return;
        }
        int scans = (int) Math.min(patience, (long) SCANS_PER_EVICTION * excess);
        scans = Math.max(scans, Math.min(MAX_PATIENCE, 2 * (clock.size() - left)));
        int inVain = 0;
        int evictions = 0;
        int scanned = 0;
        while (scanned < scans && clock.size() > capacity && evictions < MAX_EVICTIONS) {
            scanned++;
            if (hand >= clock.size()) {
                hand = 0;
            }
            CachedRecord<K, V> record = clock.get(hand);
            if (record.referenced) {
                record.referenced = false;
                hand++;
            } else if (!record.isIdle(stableTimestamp, lowestSnapshot)) {
                inVain++;
                hand++;
            } else {
                evictAtHand(record);
                evicted.accept(record);
                evictions++;
            }
        }
        left = clock.size();
        looks += scanned;
        patience =
                evictions == 0 && inVain > scans / 2
                        ? Math.max(MIN_PATIENCE, patience / 2)
                        : Math.min(MAX_PATIENCE, patience * 2);
    }

    private void evictAtHand(CachedRecord<K, V> record) throws Exception {
        if (record.dirty) {
            backing.write(record.key(), record.installed());
            record.dirty = false;
            stale++;
        }
        records.remove(record);
        CachedRecord<K, V> last = clock.remove(clock.size() - 1);
        if (last != record) {
            clock.set(hand, last);
        }
        if (stale > MIN_STALE && stale > dirty.size() / LOOKS_PER_STALE) {
            dirty.removeIf(entry -> !entry.dirty);
            stale = 0;
        }
    }

    /**
     * Marks the present surplus to be evicted as far as it is not in use, see {@link #isTrimmed}.
     */
    public void beginTrimming() {
        looksUntilTrimmed = looks + ROUNDS * clock.size();
    }

    /**
     * Whether there is no surplus, or trims have passed all of it since {@link #beginTrimming} and
     * found it in use. They must have passed it twice, as the first time may have been a second
     * chance.
     */
    public boolean isTrimmed() {
        return clock.size() <= capacity || looks >= looksUntilTrimmed;
    }

    public int size() {
        return clock.size();
    }

    /** Some of the keys that were accessed last. */
    public KeySample<K> sample() {
        return sample;
    }

    public int capacity() {
        return capacity;
    }

    /** The number of records kept for the next write-back, including evicted ones. */
    int awaitingWriteBack() {
        return dirty.size();
    }
}
