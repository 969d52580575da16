/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.GatedNumbers.Gate;
import io.tspoon.testing.Layout;
import io.tspoon.testing.Patience;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Workload;
import io.tspoon.testing.WorkloadRun;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** An instance of the source that says nothing, and does not end, holds nobody up. */
class IdleInputITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 2_000;
    private static final Workload CHAIN = Workload.of(Layout.chain(3), COUNT, 20);
    private static final Workload FLAT = Workload.of(Layout.flat(), COUNT, 20);

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private Snapshots snapshots;

    @BeforeEach
    void placeSnapshots(@InjectMiniCluster MiniCluster cluster) {
        snapshots = new Snapshots(cluster, directory);
    }

    static Stream<Arguments> settings() {
        List<Arguments> all = new ArrayList<>();
        for (IsolationLevel level : List.of(IsolationLevel.PL3, IsolationLevel.PL4)) {
            for (ConcurrencyControl control : Combination.mechanismsForAnyShape()) {
                for (int parallelism : new int[] {2, 4}) {
                    all.add(Arguments.of(CHAIN, combination(level, control, parallelism)));
                }
            }
        }
        ConcurrencyControl chains = ConcurrencyControl.DETERMINISTIC;
        all.add(Arguments.of(FLAT, combination(IsolationLevel.PL4, chains, 2)));
        all.add(Arguments.of(FLAT, combination(IsolationLevel.PL3, chains, 4)));
        return all.stream();
    }

    private static Combination combination(
            IsolationLevel level, ConcurrencyControl control, int parallelism) {
        return new Combination(level, control, parallelism, false, Backend.HEAP);
    }

    /** The first instance is silent; half of the others' numbers come after a checkpoint. */
    @ParameterizedTest(name = "{1}")
    @MethodSource("settings")
    void othersGoOnWhileOneIsSilent(Workload workload, Combination combination) throws Exception {
        int share = COUNT / combination.parallelism();
        Configuration checkpointing = EmbeddedFlink.checkpointing(Duration.ofHours(1));
        JobClient job = start(workload, combination, checkpointing, test);
        CompletableFuture<?> end = job.getJobExecutionResult();

        Tap.await(test, (COUNT - share) / 2, end);
        snapshots.savepoint(job);
        GatedNumbers.open(test + "-later");
        Tap.await(test, COUNT - share, end);
        snapshots.savepoint(job);
        GatedNumbers.open(test + "-silent");
        Tap.await(test, COUNT, end);
        GatedNumbers.open(test + "-last");
        snapshots.awaitEnd(job);

        workload.check(combination, Tap.passed(test));
    }

    /** All but the silent one have ended when the job is stopped. */
    @ParameterizedTest(name = "{1}")
    @MethodSource("settings")
    void silentOneGoesOnFromASavepointAfterTheOthersHaveEnded(
            Workload workload, Combination combination) throws Exception {
        int share = COUNT / combination.parallelism();
        GatedNumbers.open(test + "-later");
        JobClient job = start(workload, combination, new Configuration(), test);
        Tap.await(test, COUNT - share, job.getJobExecutionResult());
        String savepoint = snapshots.stop(job);

        Configuration restoring = new Configuration();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        JobClient restored = start(workload, combination, restoring, test + "-restored");
        GatedNumbers.open(test + "-silent");
        Tap.await(test + "-restored", share, restored.getJobExecutionResult());
        GatedNumbers.open(test + "-last");
        restored.getJobExecutionResult().get(Patience.SECONDS, TimeUnit.SECONDS);

        List<TransactionResult<String>> all = new ArrayList<>(Tap.passed(test));
        assertThat(all).hasSize(COUNT - share);
        all.addAll(Tap.passed(test + "-restored"));
        workload.check(combination, all);
    }

    // ------------------------------------------------------------------ runs

    private JobClient start(
            Workload workload, Combination combination, Configuration more, String tap)
            throws Exception {
        StreamExecutionEnvironment environment = combination.environment(more);
        int share = COUNT / combination.parallelism();
        List<Gate> gates = new ArrayList<>();
        gates.add(new Gate(test + "-silent", 0, share));
        for (int other = share; other < COUNT; other += share) {
            gates.add(new Gate(test + "-later", other + share / 2, other + share));
        }
        DataStream<Long> numbers =
                environment
                        .fromSource(
                                new GatedNumbers(0, COUNT, gates.toArray(Gate[]::new)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .uid("numbers");
        DataStream<Long> all =
                numbers.union(WorkloadRun.last(workload, environment, test + "-last"));
        Tap.open(workload.run(combination.graph("idle"), all), tap);
        return environment.executeAsync();
    }
}
