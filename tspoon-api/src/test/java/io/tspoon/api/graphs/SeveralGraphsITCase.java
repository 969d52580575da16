/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.Layout;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Patience;
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

    /** What the two t-graphs do. */
    record Pair(Workload one, Workload other) {
        static Pair of(Layout one, Layout other) {
            return new Pair(
                    Workload.of(one, COUNT, KEYS),
                    Workload.of(other, COUNT, KEYS).withStates("other"));
        }

        List<Workload> both() {
            return List.of(one, other);
        }
    }

    private static final Pair DEEP = Pair.of(Layout.chain(3), Layout.diamond());
    private static final Pair FLAT = Pair.of(Layout.flat(), Layout.branches(3));

    private final String test = UUID.randomUUID().toString();

    static List<Combination> settings() {
        List<Combination> all = new ArrayList<>();
        for (IsolationLevel level : IsolationLevel.values()) {
            for (ConcurrencyControl control : Combination.mechanismsForAnyShape()) {
                all.add(new Combination(level, control, 2, false, Backend.HEAP));
            }
        }
        ConcurrencyControl locks = ConcurrencyControl.LOCK_BASED;
        ConcurrencyControl timestamps = ConcurrencyControl.TIMESTAMP_BASED;
        all.add(new Combination(IsolationLevel.PL2, timestamps, 2, true, Backend.HEAP));
        all.add(new Combination(IsolationLevel.PL3, locks, 2, false, Backend.ROCKSDB));
        all.add(new Combination(IsolationLevel.PL3, timestamps, 2, true, Backend.ROCKSDB));
        all.add(new Combination(IsolationLevel.PL4, locks, 4, true, Backend.ROCKSDB));
        ConcurrencyControl chains = ConcurrencyControl.DETERMINISTIC;
        all.add(new Combination(IsolationLevel.PL3, chains, 2, false, Backend.HEAP));
        all.add(new Combination(IsolationLevel.PL4, chains, 4, true, Backend.ROCKSDB));
        return all;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("settings")
    void besideEachOther(Combination combination) throws Exception {
        StreamExecutionEnvironment environment = environment(combination);
        DataStream<Long> numbers = environment.fromSequence(0, COUNT - 1);
        Pair pair = pair(combination);
        for (Workload workload : pair.both()) {
            DataStream<Long> all = numbers.union(WorkloadRun.last(workload, environment, test));
            Tap.open(workload.run(combination.graph(name(workload)), all), tap(workload));
        }

        runAndCheck(environment, combination, pair, parts(combination));
    }

    /** The results of the one are the input of the other. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("settings")
    void oneAfterTheOther(Combination combination) throws Exception {
        StreamExecutionEnvironment environment = environment(combination);
        Pair pair = pair(combination);
        Workload one = pair.one();
        Workload other = pair.other();
        DataStream<Long> numbers =
                environment
                        .fromSequence(0, COUNT - 1)
                        .union(WorkloadRun.last(one, environment, test));
        DataStream<TransactionResult<String>> results =
                one.run(combination.graph(name(one)), numbers);
        DataStream<Long> next =
                results.map(result -> Long.parseLong(result.key())).returns(Long.class);
        Tap.open(results, tap(one));
        Tap.open(other.run(combination.graph(name(other)), next), tap(other));

        // Results come in any order, so nothing is known of that in which they enter again.
        runAndCheck(environment, combination, pair, LongUnaryOperator.identity());
    }

    /** The last transaction of each comes when both are through with all others. */
    private void runAndCheck(
            StreamExecutionEnvironment environment,
            Combination combination,
            Pair pair,
            LongUnaryOperator partsOfOther)
            throws Exception {
        JobClient job = environment.executeAsync();
        CompletableFuture<?> end = job.getJobExecutionResult();
        Tap.await(tap(pair.one()), COUNT, end);
        Tap.await(tap(pair.other()), COUNT, end);
        GatedNumbers.open(test);
        end.get(Patience.SECONDS, TimeUnit.SECONDS);

        for (Workload workload : pair.both()) {
            List<TransactionResult<String>> results = Tap.passed(tap(workload));
            workload.check(
                    combination,
                    results,
                    workload == pair.other() ? partsOfOther : parts(combination));
            assertThat(results).anyMatch(TransactionResult::isAborted);
            assertThat(results).anyMatch(TransactionResult::isCommitted);
        }
    }

    private static Pair pair(Combination combination) {
        return combination.control() == ConcurrencyControl.DETERMINISTIC ? FLAT : DEEP;
    }

    private static LongUnaryOperator parts(Combination combination) {
        return Numbers.parts(COUNT, combination.parallelism());
    }

    private static StreamExecutionEnvironment environment(Combination combination) {
        return combination.environment(EmbeddedFlink.checkpointing(Duration.ofMillis(50)));
    }

    private static String name(Workload workload) {
        return "graph-of-" + workload.layout().name().replace(' ', '-');
    }

    private String tap(Workload workload) {
        return test + " " + name(workload);
    }
}
