/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.recovery;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.HookedLog;
import io.tspoon.testing.Layout;
import io.tspoon.testing.PacedNumbers;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Workload;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several states with one key: each stands for itself in Flink's state and in the log, though their
 * values are one version.
 */
class SameKeyRecoveryITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSACTIONS = 4_000;

    /** Half of what comes from each of two instances of the source. */
    private static final int EARLY = TRANSACTIONS / 2;

    private static final int PACE = 5_000;
    private static final int KEYS = 40;

    /** So few that values go to Flink's state and come back all the time. */
    private static final int SMALL_CACHE = 8;

    private static final long NEVER_MS = 3_600_000;
    private static final long OFTEN_MS = 20;

    private static final StateSpec<Long, Long> FIRST = sums("first");
    private static final StateSpec<Long, Long> SECOND = sums("second");

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private Snapshots snapshots;

    @BeforeEach
    void placeSnapshots(@InjectMiniCluster MiniCluster cluster) {
        snapshots = new Snapshots(cluster, directory);
    }

    // ------------------------------------------------------------------ log

    /**
     * The log has the values of each state for itself, and those of two coordinators come in any
     * order of their timestamps.
     */
    @ParameterizedTest
    @CsvSource({"HEAP, TIMESTAMP_BASED", "ROCKSDB, TIMESTAMP_BASED", "ROCKSDB, DETERMINISTIC"})
    void logGivesEachStateItsNewestValues(Backend backend, ConcurrencyControl control)
            throws Exception {
        boolean flat = control == ConcurrencyControl.DETERMINISTIC;
        Layout layout = flat ? Layout.flat() : Layout.sameKeysInAChain();
        Workload workload = Workload.of(layout, TRANSACTIONS, KEYS);
        HookedLog log =
                new HookedLog(test, new FileLog(directory.resolve("log").toUri().toString()));
        TransactionalGraph graph = graph().concurrencyControl(control).writeAheadLog(log);
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, backend, EmbeddedFlink.recovering(Duration.ofMillis(NEVER_MS)));
        DataStream<TransactionResult<String>> results =
                workload.run(graph, numbers(environment, new PacedNumbers(TRANSACTIONS, PACE)));
        Tap.open(results, test);
        ExactlyOnceSink.collect(results, test);
        JobClient job = environment.executeAsync();

        for (int run = 1; run <= 2; run++) {
            Tap.await(test, run * TRANSACTIONS / 4, job.getJobExecutionResult());
            if (run == 2) { // what comes from the log comes on top of it
                snapshots.checkpoint(job);
                Tap.await(test, TRANSACTIONS * 3 / 4, job.getJobExecutionResult());
            }
            log.hooks().failJob();
            log.hooks().awaitOpened(2 * (run + 1));
        }
        openGates(job);

        workload.check(serializable(), ExactlyOnceSink.received(test));
    }

    // ------------------------------------------------------------------ savepoints

    @ParameterizedTest(name = "{0}, parallelism 2 to {1}")
    @CsvSource({"HEAP, 4", "HEAP, 1", "ROCKSDB, 4", "ROCKSDB, 1"})
    void savepointHasTheValuesOfAllStates(Backend backend, int parallelism) throws Exception {
        Configuration often = EmbeddedFlink.checkpointing(Duration.ofMillis(OFTEN_MS));
        JobClient job = start(EmbeddedFlink.environment(2, backend, often), "before");
        Tap.await(test + "before", EARLY, job.getJobExecutionResult());
        String savepoint = snapshots.stop(job);

        often.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        job = start(EmbeddedFlink.environment(parallelism, backend, often), "after");
        GatedNumbers.open(test);
        List<TransactionResult<String>> all = new ArrayList<>(Tap.passed(test + "before"));
        Tap.await(test + "after", TRANSACTIONS - all.size(), job.getJobExecutionResult());
        openGates(job);

        assertThat(all).hasSizeGreaterThanOrEqualTo(EARLY).hasSizeLessThan(TRANSACTIONS);
        all.addAll(Tap.passed(test + "after"));
        workload().check(serializable(), all);
    }

    /** A state that is added behind others begins empty; the others go on. */
    @ParameterizedTest
    @EnumSource(Backend.class)
    void stateIsAddedBehindOthers(Backend backend) throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, backend, new Configuration());
        Tap.open(
                graph().openTransaction(numbers(environment))
                        .keyBy(number -> number % 10)
                        .update(FIRST, Long::sum)
                        .closeTransaction(),
                test + "before");
        JobClient job = environment.executeAsync();
        Tap.await(test + "before", EARLY, job.getJobExecutionResult());
        String savepoint = snapshots.stop(job);

        Configuration restoring = new Configuration();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        openGates(count(EmbeddedFlink.environment(4, backend, restoring), "after"));

        long passed = Tap.passed(test + "before").size();
        assertThat(highest(FIRST, Tap.passed(test + "after")))
                .isEqualTo((long) TRANSACTIONS * (TRANSACTIONS + 1) / 2);
        assertThat(highest(SECOND, Tap.passed(test + "after")))
                .isEqualTo(TRANSACTIONS + 1 - passed);
    }

    /** A program without the state takes its values along, for one that has it again. */
    @ParameterizedTest
    @EnumSource(Backend.class)
    void stateThatWasRemovedComesBack(Backend backend) throws Exception {
        JobClient job = count(EmbeddedFlink.environment(2, backend, new Configuration()), "before");
        Tap.await(test + "before", EARLY, job.getJobExecutionResult());
        Configuration restoring = new Configuration();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, snapshots.stop(job));

        StreamExecutionEnvironment without = EmbeddedFlink.environment(2, backend, restoring);
        Tap.open(
                graph().openTransaction(numbers(without))
                        .keyBy(number -> number % 10)
                        .update(FIRST, Long::sum)
                        .closeTransaction(),
                test + "without");
        job = without.executeAsync();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, snapshots.stop(job));
        assertThat(Tap.passed(test + "without")).isEmpty();

        openGates(count(EmbeddedFlink.environment(4, backend, restoring), "after"));
        assertThat(highest(SECOND, Tap.passed(test + "after"))).isEqualTo(TRANSACTIONS + 1);
    }

    /** Adds up the numbers of each key, and counts them. */
    private JobClient count(StreamExecutionEnvironment environment, String run) throws Exception {
        Tap.open(
                graph().openTransaction(numbers(environment))
                        .keyBy(number -> number % 10)
                        .update(FIRST, Long::sum, (sum, number) -> number, Long.class)
                        .sameKey()
                        .update(SECOND, (count, number) -> count + 1)
                        .closeTransaction(),
                test + run);
        return environment.executeAsync();
    }

    /** The values that are left in the end, added up: no value ever goes down. */
    private static long highest(
            StateSpec<Long, Long> state, List<TransactionResult<Long>> results) {
        long[] values = new long[10];
        for (TransactionResult<Long> result : results) {
            for (StateUpdate update : result.updates()) {
                if (update.state().equals(state.name())) {
                    int key = ((Long) update.key()).intValue();
                    values[key] = Math.max(values[key], (Long) update.value());
                }
            }
        }
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }

    // ------------------------------------------------------------------ the job

    private static TransactionalGraph graph() {
        return TransactionalGraph.named("graph").cacheCapacity(SMALL_CACHE);
    }

    private static Workload workload() {
        return Workload.of(Layout.sameKeysInAChain(), TRANSACTIONS, KEYS);
    }

    private static Combination serializable() {
        return new Combination(
                IsolationLevel.PL3, ConcurrencyControl.TIMESTAMP_BASED, 2, false, Backend.HEAP);
    }

    private JobClient start(StreamExecutionEnvironment environment, String run) throws Exception {
        Tap.open(workload().run(graph(), numbers(environment)), test + run);
        return environment.executeAsync();
    }

    /**
     * All numbers, of which each instance of the source holds back half, so that none of them ends
     * while a savepoint is taken, and the last one, which reads everything.
     */
    private DataStream<Long> numbers(StreamExecutionEnvironment environment) {
        GatedNumbers first =
                new GatedNumbers(
                        0,
                        TRANSACTIONS,
                        new GatedNumbers.Gate(test, EARLY / 2, EARLY),
                        new GatedNumbers.Gate(test, EARLY + EARLY / 2, TRANSACTIONS));
        return numbers(environment, first);
    }

    /** The numbers of a source, and behind a gate the last one. */
    private DataStream<Long> numbers(
            StreamExecutionEnvironment environment, NumberSequenceSource first) {
        GatedNumbers last =
                new GatedNumbers(
                        TRANSACTIONS,
                        1,
                        new GatedNumbers.Gate(test + "last", TRANSACTIONS, TRANSACTIONS + 1));
        return environment
                .fromSource(first, WatermarkStrategy.noWatermarks(), "numbers")
                .uid("numbers")
                .union(
                        environment
                                .fromSource(last, WatermarkStrategy.noWatermarks(), "last")
                                .uid("last")
                                .setParallelism(1)); // else one of two ends at once
    }

    private void openGates(JobClient job) throws Exception {
        GatedNumbers.open(test);
        GatedNumbers.open(test + "last");
        job.getJobExecutionResult().get();
    }
}
