/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Transactions go on while the keys of a state are listed: Flink does not promise that they may.
 */
class KeyScanTest {
    private static final int KEYS = 30_000;

    static Stream<StateBackend> backends() {
        return Stream.of(new HashMapStateBackend(), new EmbeddedRocksDBStateBackend());
    }

    @ParameterizedTest
    @MethodSource("backends")
    void everyKeyIsListedOnceWhileTheStateChanges(StateBackend backend) throws Exception {
        Values operator = new Values();
        try (var harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        operator, key -> key, Types.LONG, 128, 1, 0)) {
            harness.setStateBackend(backend);
            harness.open();
            for (long key = 0; key < KEYS; key++) {
                operator.write(key, 1L);
            }
            List<Long> listed = new ArrayList<>();
            try (KeyScan<Long> scan = KeyScan.of(operator, "value")) {
                long fresh = KEYS;
                while (scan.hasNext()) {
                    listed.add(scan.next());
                    if (listed.size() % 10 == 0) {
                        // So many that the maps grow, and go on moving entries at each access.
                        operator.write(fresh++, 2L);
                        operator.write(fresh * 7 % KEYS, 3L);
                        operator.read(fresh * 11 % KEYS);
                    }
                }
            }
            assertThat(listed).doesNotHaveDuplicates();
            assertThat(listed).containsAll(LongStream.range(0, KEYS).boxed().toList());
        }
    }

    /** What {@link KeyGroups#areSorted} says of it. */
    @Test
    void keysOfRocksDbComeInTheOrderOfTheirKeyGroups() throws Exception {
        Values operator = new Values();
        try (var harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        operator, key -> key, Types.LONG, 1_000, 1, 0)) {
            harness.setStateBackend(new EmbeddedRocksDBStateBackend());
            harness.open();
            KeyGroups groups = new KeyGroups(operator.getRuntimeContext().getTaskInfo());
            for (long key = 0; key < KEYS; key++) {
                operator.write(key, 1L);
            }
            List<Integer> passed = new ArrayList<>();
            try (KeyScan<Long> scan = KeyScan.of(operator, "value")) {
                scan.forEachRemaining(key -> passed.add(groups.groupOf(key)));
            }
            assertThat(KeyGroups.areSorted(operator)).isTrue();
            assertThat(passed).hasSize(KEYS).isSorted();
        }
    }

    /** A state that is written and read by hand. */
    private static final class Values extends AbstractStreamOperator<Long>
            implements OneInputStreamOperator<Long, Long> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> values;

        @Override
        public void initializeState(StateInitializationContext context) throws Exception {
            super.initializeState(context);
            values =
                    context.getKeyedStateStore()
                            .getState(new ValueStateDescriptor<>("value", Types.LONG));
        }

        @Override
        public void processElement(StreamRecord<Long> element) {}

        void write(long key, long value) throws Exception {
            setCurrentKey(key);
            values.update(value);
        }

        void read(long key) throws Exception {
            setCurrentKey(key);
            values.value();
        }
    }
}
