/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.chain;

import io.tspoon.protocol.SlotTable;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.runtime.state.cache.CachedRecord;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Objects;

/**
 * The chains that have entries, by numbers that their records hold. A record has no reference to
 * its chain, because records are old and chains are young, and such references cost the garbage
 * collector (ADR 0007).
 */
final class ChainTable<I, K, V, O> {
    private static final int MIN_CHAINS = 256;

    private final InstalledVersions<K, V> versions;
    private final SlotTable<RecordChain<I, K, V, O>> chains = new SlotTable<>(MIN_CHAINS);

    /** Numbers that were used before, and are free. */
    private int[] free = new int[MIN_CHAINS];

    private int freeCount;
    private int numbers = 1; // 0 is no number

    ChainTable(InstalledVersions<K, V> versions) {
        this.versions = versions;
    }

    /** The chain of a record; null if it has no entries. */
    @Nullable RecordChain<I, K, V, O> find(CachedRecord<K, V> record) {
        int number = versions.chain(record);
        return number == 0 ? null : Objects.requireNonNull(chains.get(number));
    }

    /** A chain without entries. */
    RecordChain<I, K, V, O> create(CachedRecord<K, V> record) {
        return new RecordChain<>(record, versions, this);
    }

    /** A chain has got its first entry. */
    void add(CachedRecord<K, V> record, RecordChain<I, K, V, O> chain) {
        int number = freeCount > 0 ? free[--freeCount] : numbers++;
        chains.makeRoom(number);
        chains.set(number, chain);
        versions.chain(record, number);
    }

    /** A chain has lost its last entry. */
    void remove(CachedRecord<K, V> record) {
        int number = versions.chain(record);
        chains.clear(number);
        versions.chain(record, 0);
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount++] = number;
    }
}
