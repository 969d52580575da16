/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import io.tspoon.protocol.access.KeyRecord;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/** A record, with what the cache has to know about it. */
@Internal
public final class CachedRecord<K, V> extends KeyRecord<K, V> {
    /** Whether the installed value is newer than the one in the keyed state. */
    boolean dirty;

    /** Whether the record was accessed since the clock hand last passed. */
    boolean referenced;

    /** Mixed hash code of the key. */
    final int hash;

    /** Whether equal hash codes mean equal keys. */
    private final boolean exact;

    CachedRecord(K key, int hash, @Nullable V value) {
        super(key, value);
        this.hash = hash;
        this.exact = isExact(key);
    }

    /**
     * Whether the record is that of the key. The record's key lies elsewhere in memory, so it is
     * looked at only if the hash code leaves a doubt.
     */
    boolean isOf(Object key, int keyHash) {
        return hash == keyHash && (exact ? isExact(key) : key().equals(key));
    }

    /**
     * Marks the record as in use. In most cases it is marked already, and reading is cheaper than
     * writing.
     */
    void wasReferenced() {
        if (!referenced) {
            referenced = true;
        }
    }

    @Override
    public long prefetch() {
        return super.prefetch() + hash;
    }

    /** Loads into the cache what {@link #isOf} needs in addition. */
    int prefetchKey() {
        return exact || key().getClass() != CachedRecord.class ? 0 : 1;
    }

    /**
     * Whether the key's hash code determines the key: that of an integer is the integer itself, and
     * mixing maps different ones to different ones.
     */
    static boolean isExact(Object key) {
        return key.getClass() == Integer.class;
    }
}
