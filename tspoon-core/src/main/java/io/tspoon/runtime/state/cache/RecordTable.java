/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import it.unimi.dsi.fastutil.HashCommon;
import org.jspecify.annotations.Nullable;

/**
 * Finds the cached record of a key: an open-addressing hash table whose entries are the records
 * themselves. A record knows its key and hash code, so a look-up touches one array and one record.
 *
 * <p>Linear probing; at most a quarter full, unless it has its maximum length; removal by shifting
 * back.
 */
final class RecordTable<K, V> {
    private static final int INITIAL_LENGTH = 1024;

    /** The highest power of two that an array can have. */
    private static final int MAX_LENGTH = 1 << 30;

    private final int maxLength;

    private @Nullable CachedRecord<K, V>[] table = newTable(INITIAL_LENGTH);
    private int size;

    RecordTable() {
        this(MAX_LENGTH);
    }

    /**
     * @param maxLength a power of two; larger than the number of records that may be in the table
     */
    RecordTable(int maxLength) {
        this.maxLength = maxLength;
    }

    static int hash(Object key) {
        return HashCommon.mix(key.hashCode());
    }

    @Nullable CachedRecord<K, V> get(K key, int hash) {
        CachedRecord<K, V>[] records = table;
        int mask = records.length - 1;
        int place = hash & mask;
        CachedRecord<K, V> record = records[place];
        while (record != null) {
            if (record.isOf(key, hash)) {
                return record;
            }
            place = (place + 1) & mask;
            record = records[place];
        }
        return null;
    }

    /** For each hash code: the record in its place, which in most cases is the matching one. */
    CachedRecord<K, V>[] candidates(int[] hashes, int count) {
        CachedRecord<K, V>[] records = table;
        int mask = records.length - 1;
        CachedRecord<K, V>[] candidates = newTable(count);
        for (int i = 0; i < count; i++) {
            candidates[i] = records[hashes[i] & mask];
        }
        return candidates;
    }

    /** The first record with this hash code beyond its place; null if there is none. */
    @Nullable CachedRecord<K, V> further(int hash) {
        CachedRecord<K, V>[] records = table;
        int mask = records.length - 1;
        int place = (hash + 1) & mask;
        CachedRecord<K, V> record = records[place];
        while (record != null && record.hash != hash) {
            place = (place + 1) & mask;
            record = records[place];
        }
        return record;
    }

    /** Adds the record of a key that has no record here. */
    void add(CachedRecord<K, V> record) {
        if (++size > table.length / 4 && table.length < maxLength) {
            grow();
        }
        insert(table, record);
    }

    void remove(CachedRecord<K, V> removed) {
        CachedRecord<K, V>[] records = table;
        int mask = records.length - 1;
        int hole = removed.hash & mask;
        while (records[hole] != removed) {
            hole = (hole + 1) & mask;
        }
        int place = (hole + 1) & mask;
        CachedRecord<K, V> next = records[place];
        while (next != null) {
            int home = next.hash & mask;
            if (((place - home) & mask) >= ((place - hole) & mask)) {
                records[hole] = next;
                hole = place;
            }
            place = (place + 1) & mask;
            next = records[place];
        }
        records[hole] = null;
        size--;
    }

    private void grow() {
        CachedRecord<K, V>[] grown = newTable(table.length * 2);
        for (CachedRecord<K, V> record : table) {
            if (record != null) {
                insert(grown, record);
            }
        }
        table = grown;
    }

    private static <K, V> void insert(CachedRecord<K, V>[] records, CachedRecord<K, V> record) {
        int mask = records.length - 1;
        int place = record.hash & mask;
        while (records[place] != null) {
            place = (place + 1) & mask;
        }
        records[place] = record;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <K, V> @Nullable CachedRecord<K, V>[] newTable(int length) {
        return new CachedRecord[length];
    }
}
