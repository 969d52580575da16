/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.chain;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.deterministic.KeyChain;
import io.tspoon.runtime.state.cache.CachedRecord;

import org.jspecify.annotations.Nullable;

/**
 * The chain of a key whose installed versions are in a record. It is in a {@link ChainTable} only
 * as long as there is an entry.
 */
final class RecordChain<I, K, V, O> extends KeyChain<K, V, ChainedAccess<I, K, V, O>> {
    private CachedRecord<K, V> record;
    private final InstalledVersions<K, V> versions;
    private final ChainTable<K, V, RecordChain<I, K, V, O>> table;

    /** The newest transaction that has reported a write to this key. */
    private long reported;

    RecordChain(
            CachedRecord<K, V> record,
            InstalledVersions<K, V> versions,
            ChainTable<K, V, RecordChain<I, K, V, O>> table) {
        this.record = record;
        this.versions = versions;
        this.table = table;
    }

    /** Uses this object, which has no entries, for another record. */
    void begin(CachedRecord<K, V> ofRecord) {
        record = ofRecord;
        reported = Timestamps.NONE;
    }

    boolean isOf(CachedRecord<K, V> other) {
        return record == other;
    }

    /** Whether the transaction has reported a write before; notes that it has now. */
    boolean reportsAgain(long id) {
        boolean again = reported == id;
        reported = id;
        return again;
    }

    @Override
    public K key() {
        return record.key();
    }

    @Override
    public @Nullable V installed() {
        return record.installed();
    }

    @Override
    protected void install(long id, @Nullable V value) {
        versions.installEarly(record, id, value);
    }

    @Override
    protected long prefetch() {
        return record.prefetch();
    }

    @Override
    protected void begins() {
        table.add(record, this);
    }

    @Override
    protected void ends() {
        table.remove(record);
    }
}
