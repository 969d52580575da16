/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.json.JsonType;
import io.tspoon.query.request.JsonOrder;
import io.tspoon.read.ChunkedList;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        check(numbers, JsonMapping.standard().of(Types.LONG), descending);
        List<Tuple2<Integer, Long>> pairs =
                numbers.stream().map(n -> Tuple2.of(random.nextInt(9), n)).toList();
        check(pairs, JsonMapping.standard().of(Types.TUPLE(Types.INT, Types.LONG)), descending);
    }

    private static <K> void check(List<K> keys, JsonType<K> type, boolean descending) {
        Comparator<JsonNode> order =
                descending ? JsonOrder.ASCENDING.reversed() : JsonOrder.ASCENDING;
        List<K> unsorted = new ChunkedList<>();
        unsorted.addAll(keys);
        SortedKeys<K> sorted = SortedKeys.of(unsorted, type, order, descending);
        List<K> expected =
                keys.stream()
                        .sorted((a, b) -> order.compare(type.toJson(a), type.toJson(b)))
                        .toList();
        assertThat(sorted.list()).isEqualTo(expected);
        if (!keys.isEmpty()) {
            K middle = expected.get(expected.size() / 2);
            assertThat(sorted.after(type.toJson(middle))).isEqualTo(expected.size() / 2 + 1);
        }
    }
}
