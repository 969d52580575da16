/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.KeyRecord;

import org.jspecify.annotations.Nullable;

/** A record with what the cache has to know of it. */
final class CachedRecord<K, V> extends KeyRecord<K, V> {
    /** The installed value is newer than the one in the keyed state. */
    boolean dirty;

    /** The record was accessed since the clock hand came by. */
    boolean referenced;

    /** Mixed hash code of the key. */
    final int hash;

    /** Whether the hash code says all: the keys are equal if these are. */
    private final boolean exact;

    CachedRecord(K key, int hash, @Nullable V value) {
        super(key, value);
        this.hash = hash;
        this.exact = isExact(key);
    }

    /**
     * Whether the record is that of the key. The key of the record lies somewhere else in memory,
     * so it is looked at only if its hash code leaves a doubt.
     */
    boolean isOf(Object key, int keyHash) {
        return hash == keyHash && (exact ? isExact(key) : key().equals(key));
    }

    /** The record is in use; most often that is known, and reading is cheaper than writing. */
    void wasReferenced() {
        if (!referenced) {
            referenced = true;
        }
    }

    @Override
    public long prefetch() {
        return super.prefetch() + hash;
    }

    /** Loads what else {@link #isOf} will need. */
    int prefetchKey() {
        return exact || key().getClass() != CachedRecord.class ? 0 : 1;
    }

    /** The hash code of an integer is the integer, and mixing gives each another one. */
    static boolean isExact(Object key) {
        return key.getClass() == Integer.class;
    }
}
