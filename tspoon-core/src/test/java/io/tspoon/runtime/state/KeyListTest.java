/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.KeyScan;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;

class KeyListTest {
    private static final int KEYS = 5_000;

    /** Whoever has so much time stops at each look at the clock. */
    private static final long NO_TIME = Long.MIN_VALUE;

    private final Map<Long, Long> keyedState = new TreeMap<>();
    private final RecordCache<Long, Long> cache =
            new RecordCache<>(new MapBacking<>(keyedState), 10, UnaryOperator.identity());

    /** Keys come to hand before and after the list has got to them, and new ones come. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, 200})
    void eachKeyIsListedOnceWhateverComesToHand(int comeInEachSlice) throws Exception {
        SplittableRandom random = new SplittableRandom(comeInEachSlice);
        for (long key = 0; key < KEYS; key++) {
            keyedState.put(key, key);
        }
        for (int i = 0; i < 700; i++) {
            comeToHand(random.nextLong(KEYS));
        }
        Set<Long> expected = new HashSet<>(keyedState.keySet());
        KeyList<Long, Long> list = list();
        int slices = 1;
        while (!list.run(NO_TIME)) {
            for (int i = 0; i < comeInEachSlice; i++) {
                comeToHand(random.nextLong(KEYS + KEYS / 10));
            }
            slices++;
        }

        assertThat(slices).isGreaterThan(KEYS / 256);
        assertThat(list.keys()).doesNotHaveDuplicates().containsAll(expected);
    }

    @Test
    void whatCameLateIsListedUnlessItWasFoundBefore() throws Exception {
        for (long key = 0; key < 1_000; key++) {
            keyedState.put(key, key);
        }
        KeyList<Long, Long> list = list();
        assertThat(list.run(NO_TIME)).isFalse(); // has seen the first 256
        comeToHand(5L);
        comeToHand(999L);
        comeToHand(2_000L);
        List<Long> expected = new ArrayList<>(keyedState.keySet());
        expected.add(2_000L);

        assertThat(list.run(Long.MAX_VALUE)).isTrue();
        assertThat(list.keys()).containsExactlyInAnyOrderElementsOf(expected);
    }

    private KeyList<Long, Long> list() {
        ReadTask<Object> owner =
                new ReadTask<>() {
                    @Override
                    boolean run(long untilNanos) {
                        return true;
                    }
                };
        return new KeyList<>(
                cache, KeyScan.over(keyedState.keySet().stream()), record -> true, owner);
    }

    private void comeToHand(long key) throws Exception {
        RecordCache.LookUp<Long, Long> lookUp = cache.lookUp(1);
        lookUp.add(key);
        lookUp.prefetch();
        lookUp.record(0);
    }
}
