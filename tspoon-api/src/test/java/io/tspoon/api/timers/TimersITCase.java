/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.timers;

import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.stream.Stream;

/** Each timer fires once, and none of a transaction that has aborted. */
class TimersITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final long COUNT = 4_000;

    static List<Combination> combinations() {
        return Stream.of(Combination.pairwise(), Combination.chains())
                .flatMap(List::stream)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void eachFiresOnce(Combination combination) throws Exception {
        StreamExecutionEnvironment environment = combination.environment();

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        Reminders.remind(combination.graph("reminders"), numbers(environment)));

        Reminders.check(results, COUNT);
    }

    static List<Combination> attempts() {
        return Combination.pairwise();
    }

    @ParameterizedTest
    @MethodSource("attempts")
    void eachFiresOnceInItsPartition(Combination combination) throws Exception {
        StreamExecutionEnvironment environment = combination.environment();

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        Shows.remind(combination.graph("shows"), numbers(environment)));

        Shows.check(results, COUNT);
    }

    private static DataStream<Long> numbers(StreamExecutionEnvironment environment) {
        return environment.fromSource(
                new NumberSequenceSource(0, COUNT - 1), Reminders.time(), "numbers");
    }
}
