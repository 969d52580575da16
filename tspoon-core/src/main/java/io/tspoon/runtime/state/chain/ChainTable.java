/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.chain;

import io.tspoon.protocol.SlotTable;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.runtime.state.cache.CachedRecord;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Objects;

/**
 * What waits for the keys of records, by numbers that the records hold. A record has no reference
 * to it, because records are old and chains are young, and such references cost the garbage
 * collector (ADR 0007).
 *
 * @param <C> what waits for a key
 */
final class ChainTable<K, V, C> {
    private static final int MIN_CHAINS = 256;

    private final InstalledVersions<K, V> versions;
    private final SlotTable<C> chains = new SlotTable<>(MIN_CHAINS);

    /** Numbers that were used before, and are free. */
    private int[] free = new int[MIN_CHAINS];

    private int freeCount;
    private int numbers = 1; // 0 is no number

    ChainTable(InstalledVersions<K, V> versions) {
        this.versions = versions;
    }

    /** What waits for a key; null if nothing does. */
    @Nullable C find(CachedRecord<K, V> record) {
        int number = versions.chain(record);
        return number == 0 ? null : Objects.requireNonNull(chains.get(number));
    }

    /** Something waits for a key from now on. */
    void add(CachedRecord<K, V> record, C chain) {
        int number = freeCount > 0 ? free[--freeCount] : numbers++;
        chains.makeRoom(number);
        chains.set(number, chain);
        versions.chain(record, number);
    }

    /** Nothing waits for a key any more. */
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
