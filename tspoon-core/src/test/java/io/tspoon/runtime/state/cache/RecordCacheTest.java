/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import io.tspoon.runtime.shape.RecordsInPartitions;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;

class RecordCacheTest {
    private static final int CAPACITY = 500;

    private final Map<Object, String> keyedState = new HashMap<>();
    private final RecordCache<Object, String> cache =
            new RecordCache<>(
                    new MapBacking<>(keyedState),
                    CAPACITY,
                    UnaryOperator.identity(),
                    KeySamples.ungrouped());

    /** Integers are found by their hash codes alone, with more of them than the cache holds. */
    @Test
    void eachIntegerHasItsOwnRecordWhateverIsEvicted() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        int[] keys = random.ints(4L * CAPACITY).toArray();
        for (int key : keys) {
            keyedState.put(key, "value of " + key);
        }
        for (int batch = 0; batch < 1_000; batch++) {
            RecordCache.LookUp<Object, String> lookUp = cache.lookUp(32);
            int[] wanted = random.ints(32, 0, keys.length).map(i -> keys[i]).toArray();
            for (int key : wanted) {
                lookUp.add(key);
            }
            lookUp.prefetch();
            for (int i = 0; i < wanted.length; i++) {
                CachedRecord<Object, String> record = lookUp.record(i);
                assertThat(record.key()).isEqualTo(wanted[i]);
                assertThat(record.installed()).isEqualTo("value of " + wanted[i]);
                assertThat(lookUp.keyAtHand(i)).isEqualTo(wanted[i]);
            }
            cache.trim(Long.MAX_VALUE, Long.MAX_VALUE);
        }

        assertThat(cache.size()).as("some were evicted").isLessThan(keys.length);
    }

    /** All of these keys have one hash code. */
    @Test
    void recordsOfPartitionsAreFoundByStateAndKey() throws Exception {
        RecordsInPartitions.Keys state =
                new RecordsInPartitions.Keys(
                        "balance", Types.INT, IntSerializer.INSTANCE, key -> "all");
        RecordsInPartitions records =
                new RecordsInPartitions(
                        Types.STRING, StringSerializer.INSTANCE, List.of(state, state, state));
        List<Object> keys =
                List.of(
                        records.record(0, 62),
                        records.record(1, 31),
                        records.record(2, 0),
                        records.record(1, 31L),
                        records.record(2, 0L),
                        62);
        for (Object key : keys) {
            keyedState.put(key, "value of " + key + " in " + keys.indexOf(key));
        }

        assertThat(keys).extracting(Object::hashCode).containsOnly(62);
        for (int round = 0; round < 2; round++) {
            for (Object key : keys) {
                assertThat(cache.get(key).installed()).isEqualTo(keyedState.get(key));
            }
        }
        assertThat(cache.get(records.record(1, 31))).isSameAs(cache.get(keys.get(1)));
        assertThat(cache.size()).isEqualTo(keys.size());
    }

    /** As those that could not be evicted while their keys were listed. */
    @Test
    @Timeout(20)
    void manyThatAreDirtyAreEvictedInLinearTime() throws Exception {
        int count = 400 * CAPACITY;
        RecordCache.LookUp<Object, String> lookUp = cache.lookUp(count);
        for (int key = 0; key < count; key++) {
            lookUp.add(key);
        }
        lookUp.prefetch();
        for (int i = 0; i < count; i++) {
            cache.markDirty(lookUp.record(i));
        }

        while (cache.size() > CAPACITY) {
            cache.trim(Long.MAX_VALUE, Long.MAX_VALUE);
        }
        cache.writeBack();
        assertThat(cache.size()).isEqualTo(CAPACITY);
    }

    /** What is evicted is on its way out, also while nothing is written back. */
    @Test
    void evictedOnesThatWereDirtyAreForgotten() throws Exception {
        int count = 20 * CAPACITY;
        for (int key = 0; key < count; key++) {
            keyedState.put(key, "value");
            RecordCache.LookUp<Object, String> lookUp = cache.lookUp(1);
            lookUp.add(key);
            lookUp.prefetch();
            cache.markDirty(lookUp.record(0));
            keyedState.remove(key);
            cache.trim(Long.MAX_VALUE, Long.MAX_VALUE);
            assertThat(cache.awaitingWriteBack()).isLessThanOrEqualTo(cache.size() * 8 / 7 + 1);
        }

        cache.writeBack();
        assertThat(cache.awaitingWriteBack()).isZero();
        assertThat(keyedState).as("what was written").hasSize(count);
    }

    /** All of a large cache have their second chance before the first one can be evicted. */
    @ParameterizedTest
    @CsvSource({"1000000, 256", "1000000, 64", "0, 512"})
    void largeCacheStaysNearItsCapacity(int keys, int perBlock) throws Exception {
        int capacity = 100_000;
        RecordCache<Object, String> large =
                new RecordCache<>(
                        new MapBacking<>(keyedState),
                        capacity,
                        UnaryOperator.identity(),
                        KeySamples.ungrouped());
        SplittableRandom random = new SplittableRandom(3);
        int next = 0;
        int highest = 0;
        for (int block = 0; block < 2_000_000 / perBlock; block++) {
            RecordCache.LookUp<Object, String> lookUp = large.lookUp(perBlock);
            for (int i = 0; i < perBlock; i++) {
                lookUp.add(keys == 0 ? next++ : random.nextInt(keys));
            }
            lookUp.prefetch();
            for (int i = 0; i < perBlock; i++) {
                lookUp.record(i);
            }
            large.trim(Long.MAX_VALUE, Long.MAX_VALUE);
            highest = Math.max(highest, large.size());
        }

        assertThat(highest).isBetween(capacity, capacity * 3 / 2);
        assertThat(large.size()).isLessThan(capacity * 11 / 10);
    }

    @Test
    void keysOfEqualHashCodesHaveTheirOwnRecords() throws Exception {
        List<Object> keys = List.of(5, 5L, new Five("a"), new Five("b"), (short) 5);
        for (Object key : keys) {
            keyedState.put(key, "value of " + key.getClass() + key);
        }
        for (int time = 0; time < 2; time++) { // when they are new, and when they are at hand
            RecordCache.LookUp<Object, String> lookUp = cache.lookUp(keys.size());
            keys.forEach(lookUp::add);
            lookUp.prefetch();
            for (int i = 0; i < keys.size(); i++) {
                assertThat(lookUp.record(i).key()).isSameAs(keys.get(i));
                assertThat(lookUp.record(i).installed()).isEqualTo(keyedState.get(keys.get(i)));
            }
        }

        assertThat(cache.size()).isEqualTo(keys.size());
    }

    /** What the program may change belongs to it as soon as the call is over. */
    @Test
    void onlyWhatCannotChangeIsAtHand() {
        RecordCache.LookUp<Object, String> lookUp = cache.lookUp(2);
        lookUp.add(new Five("a"));
        lookUp.add(7);

        assertThat(lookUp.keyAtHand(0)).isNull();
        assertThat(lookUp.keyAtHand(1)).isEqualTo(7);
    }

    @Test
    void keyThatIsNewAndComesTwiceHasOneRecord() throws Exception {
        RecordCache.LookUp<Object, String> lookUp = cache.lookUp(4);
        for (Object key : List.of(1, "one", 1, "one")) {
            lookUp.add(key);
        }
        lookUp.prefetch();

        assertThat(lookUp.record(0)).isSameAs(lookUp.record(2));
        assertThat(lookUp.record(1)).isSameAs(lookUp.record(3));
        assertThat(cache.size()).isEqualTo(2);
    }

    /** As the element does that a key is a part of. */
    @Test
    void keyThatChangesAfterItsUseIsNotThatOfTheRecord() throws Exception {
        Map<List<Integer>, String> lists = new HashMap<>();
        RecordCache<List<Integer>, String> copying =
                new RecordCache<>(
                        new MapBacking<>(lists), CAPACITY, ArrayList::new, KeySamples.ungrouped());
        List<Integer> key = new ArrayList<>(List.of(1));
        RecordCache.LookUp<List<Integer>, String> lookUp = copying.lookUp(1);
        lookUp.add(key);
        lookUp.prefetch();
        CachedRecord<List<Integer>, String> record = lookUp.record(0);
        key.add(2);

        assertThat(copying.peek(List.of(1))).isSameAs(record);
        assertThat(copying.peek(List.of(1, 2))).isNull();
        assertThat(record.key()).isEqualTo(List.of(1));
    }

    private record Five(String name) {
        @Override
        public int hashCode() {
            return 5;
        }
    }
}
