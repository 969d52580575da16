/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.read.ReadException;
import io.tspoon.read.StateInstance;
import io.tspoon.runtime.state.cache.KeySamples;
import io.tspoon.runtime.state.cache.MapBacking;
import io.tspoon.runtime.state.cache.RecordCache;

import org.apache.flink.api.common.typeinfo.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class KeyListTest {
    private static final int KEYS = 5_000;
    private static final int CAPACITY = 10;

    private static final ReadFailures FAILURES =
            new ReadFailures(
                    new StateInstance<>(
                            "graph",
                            "state",
                            0,
                            1,
                            128,
                            1,
                            Types.LONG,
                            Types.LONG,
                            key -> null,
                            null,
                            "",
                            Duration.ZERO));

    /** Whoever has so much time stops at each look at the clock. */
    private static final long NO_TIME = Long.MIN_VALUE;

    private final Map<Long, Long> keyedState = new TreeMap<>();
    private final RecordCache<Long, Long> cache =
            new RecordCache<>(
                    new MapBacking<>(keyedState),
                    CAPACITY,
                    UnaryOperator.identity(),
                    KeySamples.ungrouped());

    /** Up to where everything is decided. */
    private long stable = Long.MAX_VALUE;

    private final KeyLists<Long, Long> lists = new KeyLists<>(cache, this::trim);

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

    // ------------------------------------------------------------------ one after the other

    /** Else what comes to hand stayed as long as lists wait. */
    @Test
    void cacheIsTrimmedBetweenListsOfWhichOneWaitsAtAllTimes() throws Exception {
        for (long key = 0; key < 1_000; key++) {
            keyedState.put(key, key);
        }
        int keysPerBlock = 10;
        int highest = 0;
        int blocks = 0;
        int over = 0;
        ReadTask<?> turn = owner();
        ReadTask<?> next = owner();
        while (over < 50) {
            if (goOn(turn) != null) {
                over++;
                turn = next;
                next = owner();
                goOn(turn);
            }
            assertThat(goOn(next)).isNull();
            for (int i = 0; i < keysPerBlock; i++) {
                comeToHand(KEYS + keysPerBlock * blocks + i);
            }
            blocks++;
            if (!lists.isBusy()) {
                trim();
            }
            highest = Math.max(highest, cache.size());
        }

        assertThat(blocks).as("several for each list").isBetween(4 * over, 50 * over);
        int perList = keysPerBlock * blocks / over;
        assertThat(highest).isLessThan(CAPACITY + 4 * perList);
    }

    /** There need not be a block; and whatever is in use stays. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, -1})
    void listThatWaitsSeesToTrimsItself(long stableTimestamp) throws Exception {
        stable = stableTimestamp;
        ReadTask<?> first = owner();
        for (long key = 0; key < 20_000; key++) {
            comeToHand(key);
        }
        while (goOn(first) == null) {
            assertThat(lists.isBusy()).isTrue();
        }

        ReadTask<?> second = owner();
        int slices = 1;
        while (!lists.isBusy() && goOn(second) == null) {
            assertThat(slices++).isLessThan(1_000);
        }
        assertThat(cache.size()).isEqualTo(stable < 0 ? 20_000 : CAPACITY);
    }

    @Test
    void listDuringWhichTooMuchComesToHandIsGivenUp() throws Exception {
        for (long key = 0; key < KEYS; key++) {
            keyedState.put(key, key);
        }
        ReadTask<?> owner = owner();
        assertThat(goOn(owner)).isNull();
        int most = CAPACITY + KeyList.LEAST_ROOM;
        for (long key = 0; key < most; key++) {
            comeToHand(KEYS + key);
        }
        assertThat(goOn(owner)).isNull();
        comeToHand(KEYS + most);

        assertThatThrownBy(() -> goOn(owner))
                .isInstanceOfSatisfying(
                        ReadException.class,
                        failure ->
                                assertThat(failure.reason())
                                        .isEqualTo(ReadException.Reason.OVERLOADED))
                .hasMessageContaining("limit=" + most);
        assertThat(lists.isBusy()).isFalse();
    }

    /** One look at the clock further. */
    private @Nullable List<Long> goOn(ReadTask<?> owner) throws Exception {
        return lists.goOn(owner, wanted(), FAILURES, 1_000_000, NO_TIME);
    }

    private void trim() throws Exception {
        cache.trim(stable, Long.MAX_VALUE);
    }

    private KeyList<Long, Long> list() {
        return new KeyList<>(cache, wanted(), owner());
    }

    private KeyLists.Wanted<Long, Long> wanted() {
        return new KeyLists.Wanted<>(this::scan, key -> true, record -> true);
    }

    private KeyScan<Long> scan() {
        return KeyScan.over(keyedState.keySet().stream());
    }

    private static ReadTask<?> owner() {
        return new ReadTask<>() {
            @Override
            boolean run(long untilNanos) {
                return true;
            }
        };
    }

    private void comeToHand(long key) throws Exception {
        RecordCache.LookUp<Long, Long> lookUp = cache.lookUp(1);
        lookUp.add(key);
        lookUp.prefetch();
        lookUp.record(0);
    }
}
