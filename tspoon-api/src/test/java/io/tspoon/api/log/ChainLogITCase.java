/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.HookedLog;
import io.tspoon.testing.LoggedRuns;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
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

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Deterministic chains with a write-ahead log: accesses do not wait for it, so the parts of several
 * coordinators are cut at one id. {@link LoggedRuns} checks that nothing that was shown is lost,
 * and that all results together follow from each other.
 */
class ChainLogITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final long NEVER_MS = 3_600_000;
    private static final long OFTEN_MS = 20;

    @TempDir Path logs;
    @TempDir Path snapshots;

    private final String test = UUID.randomUUID().toString();
    private HookedLog log;
    private LoggedRuns runs;

    @BeforeEach
    void placeLog(@InjectMiniCluster MiniCluster cluster) {
        log = new HookedLog(test, new FileLog(logs.toUri().toString()));
        runs = new LoggedRuns(test, cluster, snapshots);
    }

    // ------------------------------------------------------------------ the cut

    /** Much of what one part has rests on what the other part has lost, and was not shown. */
    @Test
    void whatRestsOnAnotherLogIsCutOffWithIt() throws Exception {
        JobClient job = start(2, NEVER_MS, null);
        runs.await(job, 300);
        String savepoint = runs.savepoint(job);
        runs.awaitMore(job, 200);
        lose(1_000);
        runs.cancel(job);
        List<LoggedTransaction> logged = log.hooks().appended(0);
        log.hooks().repair();

        runs.end(start(2, NEVER_MS, savepoint));
        assertThat(cutOff(logged)).isGreaterThan(100);
    }

    /** What the first recovery has cut off stays in the log, and is cut off by the second one. */
    @Test
    void whatWasCutOffStaysOut() throws Exception {
        JobClient job = start(2, NEVER_MS, null);
        runs.await(job, 300);
        String savepoint = runs.savepoint(job);
        runs.awaitMore(job, 200);
        lose(1_000);
        runs.cancel(job);
        List<LoggedTransaction> logged = log.hooks().appended(0);
        log.hooks().repair();

        job = start(1, NEVER_MS, savepoint);
        runs.await(job, 2_000);
        runs.cancel(job);
        job = start(4, NEVER_MS, savepoint);
        runs.await(job, 3_000);
        runs.cancel(job);
        Configuration attempts = control(ConcurrencyControl.TIMESTAMP_BASED);
        job = start(2, NEVER_MS, savepoint, attempts);
        runs.await(job, 4_000);
        runs.cancel(job);

        runs.end(start(2, NEVER_MS, savepoint));
        assertThat(cutOff(logged)).isGreaterThan(100);
    }

    /** Of so many more, one part loses those that are its own. */
    private void lose(int count) throws Exception {
        log.hooks().lose(1);
        int enough = log.hooks().appended().size() + count;
        runs.letCome(count);
        log.hooks().awaitAppended(enough);
    }

    /** How many were executed once more, later. */
    private long cutOff(List<LoggedTransaction> logged) {
        Map<String, Long> timestamps = new HashMap<>();
        List<TransactionResult<Long>> passed = Tap.passed(runs.tap());
        for (TransactionResult<Long> result : passed) {
            timestamps.put(result.key(), result.timestamp().value());
        }
        return logged.stream()
                .filter(one -> timestamps.getOrDefault(one.key(), 0L) > one.timestamp())
                .count();
    }

    @Test
    void checkpointsAndSavepointsAtAnyParallelism() throws Exception {
        JobClient job = start(2, OFTEN_MS, null);
        runs.await(job, 500);
        String savepoint = runs.savepoint(job);
        runs.await(job, 1_000);
        runs.cancel(job);

        job = start(4, OFTEN_MS, savepoint);
        runs.await(job, 2_000);
        runs.cancel(job);

        job = start(1, NEVER_MS, savepoint);
        runs.await(job, 3_000);
        String second = runs.savepoint(job);
        runs.await(job, 3_500);
        runs.cancel(job);

        runs.end(start(2, OFTEN_MS, second));
    }

    // ------------------------------------------------------------------ idle coordinators

    /**
     * One coordinator has no input, and does not leave: it logs how far it is when the other one
     * waits.
     */
    @Test
    void coordinatorWithoutInputHoldsUpNobody() throws Exception {
        Configuration settings = control(ConcurrencyControl.DETERMINISTIC);
        settings.setString("tspoon.bank.heartbeat", "1 h");
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, EmbeddedFlink.Backend.HEAP, settings);
        DataStream<Transfer> transfers =
                environment
                        .fromSource(
                                new GatedNumbers(0, 300, new GatedNumbers.Gate(test, 200, 300)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .setParallelism(1)
                        .map(number -> Transfer.numbered(number, 10, 42))
                        .returns(Transfer.class)
                        .setParallelism(1);
        TransactionalGraph graph = TransactionalGraph.named("bank").writeAheadLog(log);
        Tap.open(Bank.settle(graph, transfers, Bank.BALANCE), test);
        JobClient job = environment.executeAsync();

        Tap.await(test, 200, job.getJobExecutionResult());
        GatedNumbers.open(test);
        job.getJobExecutionResult().get();
        Bank.checkComplete(Tap.passed(test), 0, 300);
    }

    // ------------------------------------------------------------------ runs

    private static Configuration control(ConcurrencyControl control) {
        Configuration more = new Configuration();
        more.setString("tspoon.bank.concurrency-control", control.name());
        return more;
    }

    private JobClient start(int parallelism, long checkpointMs, String snapshot) throws Exception {
        Configuration chains = control(ConcurrencyControl.DETERMINISTIC);
        return start(parallelism, checkpointMs, snapshot, chains);
    }

    private JobClient start(int parallelism, long checkpointMs, String snapshot, Configuration more)
            throws Exception {
        Configuration settings = EmbeddedFlink.checkpointing(Duration.ofMillis(checkpointMs));
        settings.setString("tspoon.bank.log-retained-savepoints", "2");
        settings.addAll(more);
        return runs.start(parallelism, log, settings, snapshot);
    }
}
