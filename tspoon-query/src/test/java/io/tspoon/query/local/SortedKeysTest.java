/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.json.JsonKeys;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.json.TimeFormat;
import io.tspoon.query.request.JsonOrder;
import io.tspoon.query.request.Place;
import io.tspoon.read.ChunkedList;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

class SortedKeysTest {
    /** Keys that are sorted by themselves, and such that are by their JSON. */
    @ParameterizedTest
    @CsvSource({"0,false", "1,true", "4096,false", "4097,true", "20000,false", "20000,true"})
    void keysAreInOrder(int count, boolean descending) {
        SplittableRandom random = new SplittableRandom(count);
        List<Long> numbers = IntStream.range(0, count).mapToObj(i -> random.nextLong()).toList();
        check(numbers, JsonMapping.standard().keysOf(Types.LONG), JsonOrder.ASCENDING, descending);
        List<Tuple2<Integer, Long>> pairs =
                numbers.stream().map(n -> Tuple2.of(random.nextInt(9), n)).toList();
        JsonKeys<Tuple2<Integer, Long>> pair =
                JsonMapping.standard().keysOf(Types.TUPLE(Types.INT, Types.LONG));
        check(pairs, pair, JsonOrder.ASCENDING, descending);
    }

    /** Not by their texts, of which a fraction has as many digits as it needs. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void timesAreInOrder(boolean descending) {
        SplittableRandom random = new SplittableRandom(7);
        List<Long> millis =
                IntStream.range(0, 3_000).mapToObj(i -> random.nextLong(-3_000, 90_000)).toList();
        check(
                millis.stream().distinct().map(Instant::ofEpochMilli).toList(),
                JsonMapping.standard().keysOf(Types.INSTANT),
                byTime(TimeFormat.DATE_TIME),
                descending);
        check(
                millis.stream().distinct().map(Duration::ofMillis).toList(),
                JsonMapping.standard().keysOf(TypeInformation.of(Duration.class)),
                byTime(TimeFormat.DURATION),
                descending);
    }

    private static Comparator<JsonNode> byTime(TimeFormat format) {
        return (a, b) -> format.compare(a.textValue(), b.textValue());
    }

    private static <K> void check(
            List<K> keys, JsonKeys<K> type, Comparator<JsonNode> ascending, boolean descending) {
        Comparator<JsonNode> order = descending ? ascending.reversed() : ascending;
        List<K> unsorted = new ChunkedList<>();
        unsorted.addAll(keys);
        SortedKeys<K> sorted = SortedKeys.of(unsorted, type, order, descending);
        List<K> expected =
                keys.stream()
                        .sorted(
                                (a, b) ->
                                        order.compare(type.type().toJson(a), type.type().toJson(b)))
                        .toList();
        assertThat(sorted.list()).isEqualTo(expected);
        if (!keys.isEmpty()) {
            K middle = expected.get(expected.size() / 2);
            assertThat(sorted.after(Place.of(type.type().toJson(middle))))
                    .isEqualTo(expected.size() / 2 + 1);
        }
    }
}
