/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.runtime.shape.RecordKey;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/** A record, with what the cache has to know about it. */
@Internal
public final class CachedRecord<K, V> extends KeyRecord<K, V> {
    private static final int NO_KIND = 0;
    private static final int INTEGERS = 1;
    private static final int IN_FIRST_STATE = 2;

    /** Whether the installed value is newer than the one in the keyed state. */
    boolean dirty;

    /** Whether the record was accessed since the clock hand last passed. */
    boolean referenced;

    /** Mixed hash code of the key. */
    final int hash;

    /** The kind of the key, see {@link #kind}. */
    private final int kind;

    CachedRecord(K key, int hash, @Nullable V value) {
        super(key, value);
        this.hash = hash;
        this.kind = kind(key);
    }

    /**
     * Whether the record is that of the key. The record's key lies elsewhere in memory, so it is
     * looked at only if the hash code leaves a doubt.
     */
    boolean isOf(Object key, int keyHash) {
        return hash == keyHash && (kind == NO_KIND ? key().equals(key) : kind == kind(key));
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
        return kind != NO_KIND || key().getClass() != CachedRecord.class ? 0 : 1;
    }

    /**
     * The kind of keys of which two are equal if their hash codes are. The hash code of an integer
     * is the integer itself, and mixing maps different ones to different ones; of what a state of a
     * partitioned operator has for an integer, it differs from that by as much as each other one in
     * that state.
     */
    private static int kind(Object key) {
        if (key.getClass() == Integer.class) {
            return INTEGERS;
        }
        return key instanceof RecordKey record && record.isOfInteger()
                ? IN_FIRST_STATE + record.place()
                : NO_KIND;
    }

    /** Whether the key is an integer. */
    static boolean isInteger(Object key) {
        return key.getClass() == Integer.class;
    }
}
