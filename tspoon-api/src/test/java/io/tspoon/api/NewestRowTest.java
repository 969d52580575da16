/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.ExecutionTimestamp;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever the order of the updates, the rows of a key are a changelog that ends with the newest.
 */
class NewestRowTest {
    private static final TypeInformation<Row> TYPE =
            Types.ROW_NAMED(new String[] {"account", "written"}, Types.STRING, Types.LONG);

    static Stream<StateBackend> backends() {
        return Stream.of(new HashMapStateBackend(), new EmbeddedRocksDBStateBackend());
    }

    @ParameterizedTest
    @MethodSource("backends")
    void everyOrderEndsWithTheNewest(StateBackend backend) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<String, Long> expected = new HashMap<>();
        List<Row> updates = new ArrayList<>();
        for (long timestamp = 1; timestamp <= 2_000; timestamp++) {
            String account = "a" + random.nextInt(50);
            boolean isDeleted = random.nextInt(4) == 0;
            updates.add(isDeleted ? deleted(account, timestamp) : written(account, timestamp));
            if (isDeleted) {
                expected.remove(account);
            } else {
                expected.put(account, timestamp);
            }
        }
        Collections.shuffle(updates, random);
        updates.addAll(List.copyOf(updates)); // as results do that a log repeats

        try (var harness = harness(null)) {
            harness.setStateBackend(backend);
            harness.open();
            for (Row update : updates) {
                harness.processElement(update, 7);
            }
            assertThat(applied(harness.extractOutputValues()))
                    .as("seed " + seed)
                    .isEqualTo(expected);
        }
    }

    @Test
    void deletedKeyIsKnownForItsTime() throws Exception {
        try (var harness = harness(Duration.ofMinutes(1))) {
            harness.open();
            harness.setStateTtlProcessingTime(0);
            harness.processElement(deleted("a", 5), 7);
            harness.setStateTtlProcessingTime(59_000);
            harness.processElement(written("a", 4), 7);
            assertThat(harness.extractOutputValues()).isEmpty();

            harness.setStateTtlProcessingTime(61_000);
            harness.processElement(written("a", 4), 7);
            assertThat(harness.extractOutputValues())
                    .containsExactly(Row.ofKind(RowKind.INSERT, "a", 4L));
        }
    }

    /** It is no state of a key: rows that are there are known for good. */
    @Test
    void rowThatIsThereIsNotForgotten() throws Exception {
        try (var harness = harness(Duration.ofMinutes(1))) {
            harness.open();
            harness.setStateTtlProcessingTime(0);
            harness.processElement(written("a", 5), 7);
            harness.setStateTtlProcessingTime(3_600_000);
            harness.processElement(written("a", 4), 7);
            harness.processElement(written("a", 6), 7);

            assertThat(harness.extractOutputValues())
                    .containsExactly(
                            Row.ofKind(RowKind.INSERT, "a", 5L),
                            Row.ofKind(RowKind.UPDATE_BEFORE, "a", 5L),
                            Row.ofKind(RowKind.UPDATE_AFTER, "a", 6L));
        }
    }

    /** What a reader of the changelog has in the end; each row must fit what it has until then. */
    private static Map<String, Long> applied(List<Row> rows) {
        Map<String, Long> table = new HashMap<>();
        Map<String, Long> updating = new HashMap<>();
        for (Row row : rows) {
            String account = row.getFieldAs(0);
            Long written = row.getFieldAs(1);
            Long before = table.get(account);
            switch (row.getKind()) {
                case INSERT -> assertThat(before).isNull();
                case UPDATE_AFTER -> {
                    assertThat(before).isNull();
                    assertThat(updating.remove(account)).isNotNull().isLessThan(written);
                }
                case UPDATE_BEFORE -> {
                    assertThat(before).isEqualTo(written);
                    updating.put(account, written);
                }
                case DELETE -> assertThat(before).isEqualTo(written);
                default -> throw new AssertionError(row);
            }
            if (row.getKind() == RowKind.INSERT || row.getKind() == RowKind.UPDATE_AFTER) {
                table.put(account, written);
            } else {
                table.remove(account);
            }
        }
        assertThat(updating).isEmpty();
        return table;
    }

    private static Row written(String account, long timestamp) {
        return update(account, timestamp, Row.of(account, timestamp));
    }

    private static Row deleted(String account, long timestamp) {
        return update(account, timestamp, null);
    }

    private static Row update(String account, long timestamp, @Nullable Row row) {
        return NewestRow.update(account, new ExecutionTimestamp(timestamp), row);
    }

    private static KeyedOneInputStreamOperatorTestHarness<String, Row, Row> harness(
            @Nullable Duration memory) throws Exception {
        var harness =
                new KeyedOneInputStreamOperatorTestHarness<String, Row, Row>(
                        new KeyedProcessOperator<>(new NewestRow<String>(TYPE, memory)),
                        NewestRow.key(),
                        Types.STRING);
        harness.setup(TYPE.createSerializer(harness.getExecutionConfig().getSerializerConfig()));
        return harness;
    }
}
