/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.Timestamps;

import org.jspecify.annotations.Nullable;

/** A key whose installed value is nowhere else. */
class HeapChain<K, V, A> extends KeyChain<K, V, A> {
    private final K key;
    private @Nullable V installed;
    private long installedId = Timestamps.NONE;

    HeapChain(K key, @Nullable V value) {
        this.key = key;
        this.installed = value;
    }

    @Override
    public K key() {
        return key;
    }

    @Override
    public @Nullable V installed() {
        return installed;
    }

    @Override
    protected void install(long id, @Nullable V value) {
        installed = value;
        installedId = id;
    }

    long installedId() {
        return installedId;
    }
}
