/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.Layout;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Workload;
import io.tspoon.testing.WorkloadRun;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two t-graphs in one job: each keeps what its level promises, as if it were alone, with
 * checkpoints meanwhile.
 */
class SeveralGraphsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 1_000;
    private static final int KEYS = 12;
    private static final long PATIENCE_SECONDS = 60;
    private static final Workload ONE = Workload.of(Layout.chain(3), COUNT, KEYS);
    private static final Workload OTHER =
            Workload.of(Layout.diamond(), COUNT, KEYS).withStates("other");

    private final String test = UUID.randomUUID().toString();

    static List<Combination> settings() {
        List<Combination> all = new ArrayList<>();
        for (IsolationLevel level : IsolationLevel.values()) {
            for (ConcurrencyControl control : ConcurrencyControl.values()) {
                all.add(new Combination(level, control, 2, false, Backend.HEAP));
            }
        }
        ConcurrencyControl locks = ConcurrencyControl.LOCK_BASED;
        ConcurrencyControl timestamps = ConcurrencyControl.TIMESTAMP_BASED;
        all.add(new Combination(IsolationLevel.PL2, timestamps, 2, true, Backend.HEAP));
        all.add(new Combination(IsolationLevel.PL3, locks, 2, false, Backend.ROCKSDB));
        all.add(new Combination(IsolationLevel.PL3, timestamps, 2, true, Backend.ROCKSDB));
        all.add(new Combination(IsolationLevel.PL4, locks, 4, true, Backend.ROCKSDB));
        return all;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("settings")
    void besideEachOther(Combination combination) throws Exception {
        StreamExecutionEnvironment environment = environment(combination);
        DataStream<Long> numbers = environment.fromSequence(0, COUNT - 1);
        for (Workload workload : List.of(ONE, OTHER)) {
            DataStream<Long> all = numbers.union(WorkloadRun.last(workload, environment, test));
            Tap.open(workload.run(combination.graph(name(workload)), all), tap(workload));
        }

        runAndCheck(environment, combination, parts(combination));
    }

    /** The results of the one are the input of the other. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("settings")
    void oneAfterTheOther(Combination combination) throws Exception {
        StreamExecutionEnvironment environment = environment(combination);
        DataStream<Long> numbers =
                environment
                        .fromSequence(0, COUNT - 1)
                        .union(WorkloadRun.last(ONE, environment, test));
        DataStream<TransactionResult<String>> results =
                ONE.run(combination.graph(name(ONE)), numbers);
        DataStream<Long> next =
                results.map(result -> Long.parseLong(result.key())).returns(Long.class);
        Tap.open(results, tap(ONE));
        Tap.open(OTHER.run(combination.graph(name(OTHER)), next), tap(OTHER));

        // Results come in any order, so nothing is known of that in which they enter again.
        runAndCheck(environment, combination, LongUnaryOperator.identity());
    }

    /** The last transaction of each comes when both are through with all others. */
    private void runAndCheck(
            StreamExecutionEnvironment environment,
            Combination combination,
            LongUnaryOperator partsOfOther)
            throws Exception {
        JobClient job = environment.executeAsync();
        CompletableFuture<?> end = job.getJobExecutionResult();
        Tap.await(tap(ONE), COUNT, end);
        Tap.await(tap(OTHER), COUNT, end);
        GatedNumbers.open(test);
        end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);

        for (Workload workload : List.of(ONE, OTHER)) {
            List<TransactionResult<String>> results = Tap.passed(tap(workload));
            workload.check(
                    combination, results, workload == OTHER ? partsOfOther : parts(combination));
            assertThat(results).anyMatch(TransactionResult::isAborted);
            assertThat(results).anyMatch(TransactionResult::isCommitted);
        }
    }

    private static LongUnaryOperator parts(Combination combination) {
        return Numbers.parts(COUNT, combination.parallelism());
    }

    private static StreamExecutionEnvironment environment(Combination combination) {
        return combination.environment(EmbeddedFlink.checkpointing(Duration.ofMillis(50)));
    }

    private static String name(Workload workload) {
        return workload.layout().name().replace(' ', '-');
    }

    private String tap(Workload workload) {
        return test + " " + name(workload);
    }
}
