/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import io.tspoon.read.HotKey;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A sample of the keys that were accessed last, from which the hottest ones are known.
 *
 * <p>Threads: {@link #accessed} is for the operator's thread, {@link #hottest} for any thread.
 *
 * @param <K> key type
 */
@Internal
public final class KeySample<K> {
    /** A prime, so that it does not follow a pattern in which keys come. */
    static final int STRIDE = 61;

    static final int SIZE = 1_024;

    private final KeyGroupHeat<K> groups;
    private final AtomicReferenceArray<K> ring = new AtomicReferenceArray<>(SIZE);
    private int next;

    /** How many accesses pass before the next one is sampled. */
    private int skipped;

    /**
     * @param groups counts the key groups of what is sampled
     */
    public KeySample(KeyGroupHeat<K> groups) {
        this.groups = groups;
    }

    /** How often key groups are accessed. */
    public KeyGroupHeat<K> groups() {
        return groups;
    }

    /**
     * Keys are accessed.
     *
     * @param keys which the program cannot change
     * @param size their number; what is behind them does not count
     */
    @SuppressWarnings("unchecked") // only keys are passed
    void accessed(Object[] keys, int size) {
        int sampled = skipped;
        while (sampled < size) {
            K key = (K) keys[sampled];
            ring.setRelease(next, key);
            groups.accessed(key);
            next = (next + 1) % SIZE;
            sampled += STRIDE;
        }
        skipped = sampled - size;
    }

    /**
     * The keys with the most accesses among those sampled, the hottest first. A key that was
     * sampled once only is not hot.
     */
    public List<HotKey<K>> hottest(int most) {
        Map<K, Integer> counts = new HashMap<>();
        int all = 0;
        for (int i = 0; i < SIZE; i++) {
            K key = ring.getAcquire(i);
            if (key != null) {
                counts.merge(key, 1, Integer::sum);
                all++;
            }
        }
        List<HotKey<K>> hottest = new ArrayList<>();
        for (Map.Entry<K, Integer> counted : counts.entrySet()) {
            if (counted.getValue() > 1) {
                hottest.add(new HotKey<>(counted.getKey(), (double) counted.getValue() / all));
            }
        }
        hottest.sort(Comparator.comparingDouble((HotKey<K> hot) -> hot.share()).reversed());
        return List.copyOf(hottest.subList(0, Math.min(most, hottest.size())));
    }
}
