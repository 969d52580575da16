/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.partitions;

import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** Procedures that come to any keys of a partition are as if executed one by one. */
class PartitionsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 6_000;

    /** Records leave memory as soon as nobody needs them. */
    private static final int SMALL_CACHE = 4;

    private final String test = UUID.randomUUID().toString();

    static List<Combination> serializable() {
        return Combination.pairwise().stream().filter(Combination::isSerializable).toList();
    }

    @ParameterizedTest
    @MethodSource("serializable")
    void transactionsAreSerial(Combination combination) throws Exception {
        StreamExecutionEnvironment environment = combination.environment();

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        Shelves.run(
                                combination.graph("shelves").cacheCapacity(SMALL_CACHE),
                                environment.fromSequence(0, COUNT - 1)));

        Shelves.check(results, COUNT);
    }

    @ParameterizedTest(name = "{0} {1}, parallelism {2}, {3}")
    @CsvSource({
        "PL3, LOCK_BASED, 2, ROCKSDB",
        "PL3, TIMESTAMP_BASED, 4, ROCKSDB",
        "PL4, TIMESTAMP_BASED, 2, HEAP",
    })
    void failuresLoseAndRepeatNothing(
            IsolationLevel level, ConcurrencyControl control, int parallelism, Backend backend)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        parallelism, backend, EmbeddedFlink.recovering(Duration.ofMillis(30)));
        Faults<Long> before = new Faults<>(test + "-before", 1_500, 2);
        Faults<TransactionResult<Long>> after = new Faults<>(test + "-after", 2_000, 2);
        DataStream<TransactionResult<Long>> results =
                Shelves.run(
                        new Combination(level, control, parallelism, false, backend)
                                .graph("shelves")
                                .cacheCapacity(SMALL_CACHE),
                        environment.fromSequence(0, COUNT - 1).map(before));
        ExactlyOnceSink.collect(results.map(after).returns(results.getType()), test);

        environment.execute();

        Shelves.check(ExactlyOnceSink.received(test), COUNT);
        assertThat(Faults.failures(test + "-before")).isEqualTo(2);
        assertThat(Faults.failures(test + "-after")).isEqualTo(2);
    }
}
