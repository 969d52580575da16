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

    /** Position in the clock. */
    int position;

    /** Mixed hash code of the key. */
    final int hash;

    CachedRecord(K key, int hash, @Nullable V value, int position) {
        super(key, value);
        this.hash = hash;
        this.position = position;
    }
}
