/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.recovery;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.PacedNumbers;
import io.tspoon.testing.Ration;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.testing.Workload;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A job is stopped in the middle and goes on from its savepoint as if nothing had happened. */
class SavepointITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSFERS = 30_000;
    private static final int BEFORE_STOP = 3_000;
    private static final int PACE = 10_000;
    private static final int ACCOUNTS = 100;

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private Snapshots snapshots;

    @BeforeEach
    void placeSnapshots(@InjectMiniCluster MiniCluster cluster) {
        snapshots = new Snapshots(cluster, directory);
    }

    @ParameterizedTest(name = "{0}, {1}, parallelism 2 to {2}, drain {3}")
    @CsvSource({
        "TIMESTAMP_BASED, HEAP,    2, false",
        "TIMESTAMP_BASED, ROCKSDB, 4, false",
        "TIMESTAMP_BASED, HEAP,    1, true",
        "TIMESTAMP_BASED, ROCKSDB, 2, true",
        "LOCK_BASED,      ROCKSDB, 1, false",
        "LOCK_BASED,      HEAP,    4, false",
        "LOCK_BASED,      HEAP,    4, true",
    })
    void stoppedJobGoesOn(
            ConcurrencyControl control, Backend backend, int parallelism, boolean drain)
            throws Exception {
        TransactionalGraph before = TransactionalGraph.named("bank").concurrencyControl(control);
        TransactionalGraph after = TransactionalGraph.named("bank").concurrencyControl(control);

        String savepoint = runAndStop(before, backend, drain);
        runToTheEnd(after, backend, parallelism, savepoint);

        checkBothRuns();
    }

    /** All settings are serializable here: locks give PL3 at every level, and chains PL4. */
    @ParameterizedTest(name = "{0} {1} to {2} {3}")
    @CsvSource({
        "LOCK_BASED, PL2, TIMESTAMP_BASED, PL3",
        "TIMESTAMP_BASED, PL3, LOCK_BASED, PL1",
        "TIMESTAMP_BASED, PL3, DETERMINISTIC, PL3",
        "DETERMINISTIC, PL1, TIMESTAMP_BASED, PL4",
    })
    void settingsMayChangeInBetween(
            ConcurrencyControl firstControl,
            IsolationLevel firstLevel,
            ConcurrencyControl secondControl,
            IsolationLevel secondLevel)
            throws Exception {
        TransactionalGraph before =
                TransactionalGraph.named("bank")
                        .concurrencyControl(firstControl)
                        .isolation(firstLevel);
        TransactionalGraph after =
                TransactionalGraph.named("bank")
                        .concurrencyControl(secondControl)
                        .isolation(secondLevel)
                        .cacheCapacity(10)
                        .maxInFlight(100);

        String savepoint = runAndStop(before, Backend.HEAP, false);
        runToTheEnd(after, Backend.HEAP, 2, savepoint);

        checkBothRuns();
    }

    /**
     * Flink aligns no barriers in a job without checkpoints; the job goes on, and may be stopped.
     */
    @Test
    void savepointOfJobWithoutCheckpointsIsRefusedUnlessItStopsTheJob() throws Exception {
        TransactionalGraph graph = TransactionalGraph.named("bank");
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        settle(graph, environment, test + "-before");
        Ration.grant(test, 2 * BEFORE_STOP);
        JobClient job = environment.executeAsync();
        Tap.await(test + "-before", BEFORE_STOP, job.getJobExecutionResult());

        assertThatThrownBy(() -> snapshots.savepoint(job))
                .hasStackTraceContaining("it takes no checkpoints")
                .hasStackTraceContaining("Set execution.checkpointing.interval");

        Ration.grant(test, BEFORE_STOP);
        String savepoint = snapshots.stop(job, false);
        runToTheEnd(TransactionalGraph.named("bank"), Backend.HEAP, 2, savepoint);
        checkBothRuns();
    }

    /** Two instances, then four, then one: ids go on from where they were. */
    @ParameterizedTest(name = "{0}, {1}, drain {2}")
    @CsvSource({
        "TIMESTAMP_BASED, ROCKSDB, false",
        "TIMESTAMP_BASED, HEAP,    true",
        "LOCK_BASED,      HEAP,    false",
        "LOCK_BASED,      ROCKSDB, true",
        "DETERMINISTIC,   ROCKSDB, false",
        "DETERMINISTIC,   HEAP,    true",
    })
    void entryOrderGoesOn(ConcurrencyControl control, Backend backend, boolean drain)
            throws Exception {
        String first = runAndStop(ordered(control), backend, drain);
        Configuration restoring = new Configuration();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, first);
        String second =
                runAndStop(
                        ordered(control),
                        EmbeddedFlink.environment(4, backend, restoring),
                        drain,
                        test + "-between");
        runToTheEnd(ordered(control), backend, 1, second);

        List<TransactionResult<Long>> all = new ArrayList<>(Tap.passed(test + "-before"));
        List<TransactionResult<Long>> between = Tap.passed(test + "-between");
        assertThat(timestamps(between).getMin()).isGreaterThan(timestamps(all).getMax());
        all.addAll(between);
        List<TransactionResult<Long>> after = Tap.passed(test + "-after");
        assertThat(timestamps(after).getMin()).isGreaterThan(timestamps(all).getMax());
        all.addAll(after);
        Bank.checkComplete(all, 0, TRANSFERS);
        Workload.checkEntryOrder(all, Numbers.parts(TRANSFERS, PacedNumbers.LEAST_SPLITS));
        Map<Integer, Long> balances = Bank.replay(all, Map.of(), ACCOUNTS);
        Bank.checkConserved(balances);
    }

    private static TransactionalGraph ordered(ConcurrencyControl control) {
        return TransactionalGraph.named("bank")
                .isolation(IsolationLevel.PL4)
                .concurrencyControl(control);
    }

    // ------------------------------------------------------------------ runs

    private String runAndStop(TransactionalGraph graph, Backend backend, boolean drain)
            throws Exception {
        return runAndStop(
                graph,
                EmbeddedFlink.environment(2, backend, new Configuration()),
                drain,
                test + "-before");
    }

    private String runAndStop(
            TransactionalGraph graph,
            StreamExecutionEnvironment environment,
            boolean drain,
            String tap)
            throws Exception {
        settle(graph, environment, tap);
        Ration.grant(test, 2 * BEFORE_STOP);
        JobClient job = environment.executeAsync();
        Tap.await(tap, BEFORE_STOP, job.getJobExecutionResult());
        return snapshots.stop(job, drain);
    }

    private void runToTheEnd(
            TransactionalGraph graph, Backend backend, int parallelism, String savepoint)
            throws Exception {
        Configuration restoring = new Configuration();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, backend, restoring);
        settle(graph, environment, test + "-after");
        Ration.open(test);
        environment.execute();
    }

    private void settle(
            TransactionalGraph graph, StreamExecutionEnvironment environment, String tap) {
        DataStream<Transfer> transfers =
                Bank.rationedTransfers(environment, TRANSFERS, PACE, ACCOUNTS, test);
        Tap.open(Bank.settle(graph, transfers, Bank.BALANCE), tap);
    }

    // ------------------------------------------------------------------ what must be right

    private void checkBothRuns() {
        List<TransactionResult<Long>> before = Tap.passed(test + "-before");
        List<TransactionResult<Long>> after = Tap.passed(test + "-after");
        List<TransactionResult<Long>> all = new ArrayList<>(before);
        all.addAll(after);

        assertThat(before).hasSizeBetween(BEFORE_STOP, TRANSFERS - 1);
        Bank.checkComplete(all, 0, TRANSFERS);
        Map<Integer, Long> balances = Bank.replay(all, Map.of(), ACCOUNTS);
        assertThat(balances).hasSize(ACCOUNTS);
        Bank.checkConserved(balances);
        assertThat(timestamps(after).getMin()).isGreaterThan(timestamps(before).getMax());
    }

    private static LongSummaryStatistics timestamps(List<TransactionResult<Long>> results) {
        return results.stream().mapToLong(result -> result.timestamp().value()).summaryStatistics();
    }
}
