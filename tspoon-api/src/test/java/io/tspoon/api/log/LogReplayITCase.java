/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.HookedLog;
import io.tspoon.testing.Movement;
import io.tspoon.testing.SeenResults;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.CommonTestUtils;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a recovery repeats, in jobs that make it hard. */
class LogReplayITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int PARALLELISM = 4;
    private static final int COUNT = 4_000;

    /** The numbers of the first instance of the source: it is through with them, and ends. */
    private static final int EARLY = COUNT / PARALLELISM;

    private static final int ACCOUNTS = 200;

    /** Half of what comes from one source of two: none of them ends before the savepoint. */
    private static final int BEFORE_SAVEPOINT = COUNT / 4;

    private static final int SMALL_CACHE = 2;
    private static final long NEVER_MS = 3_600_000;
    private static final long OFTEN_MS = 20;
    private static final long CHECKPOINT_TIMEOUT_MS = 1_000;

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private Snapshots snapshots;
    private HookedLog log;
    private JobClient running;

    @BeforeEach
    void place(@InjectMiniCluster MiniCluster cluster) {
        snapshots = new Snapshots(cluster, directory);
        log = new HookedLog(test, new FileLog(directory.resolve("log").toUri().toString()));
    }

    /** A job of a test that has failed must not keep the slots. */
    @AfterEach
    void cancel() throws Exception {
        if (running != null && !running.getJobExecutionResult().isDone()) {
            EmbeddedFlink.cancel(running);
        }
    }

    /**
     * The parts come one after the other, so the last value of an account comes before others of
     * it: its timestamp must not be forgotten meanwhile.
     */
    @ParameterizedTest
    @EnumSource(Backend.class)
    void cacheThatIsSmallerThanWhatIsRepeated(Backend backend) throws Exception {
        Configuration recovering = EmbeddedFlink.recovering(Duration.ofMillis(NEVER_MS));
        TransactionalGraph graph =
                TransactionalGraph.named("bank").cacheCapacity(SMALL_CACHE).writeAheadLog(log);
        JobClient job = start(graph, EmbeddedFlink.environment(PARALLELISM, backend, recovering));
        Tap.await(test, EARLY, job.getJobExecutionResult());

        log.hooks().failJob();
        log.hooks().awaitOpened(2 * PARALLELISM);
        end(job);
    }

    /** Flink begins no checkpoint before the recovery is over, so none can expire meanwhile. */
    @Test
    void recoveryMayTakeLongerThanACheckpoint() throws Exception {
        Configuration recovering = EmbeddedFlink.recovering(Duration.ofMillis(OFTEN_MS));
        recovering.set(
                CheckpointingOptions.CHECKPOINTING_TIMEOUT,
                Duration.ofMillis(CHECKPOINT_TIMEOUT_MS));
        TransactionalGraph graph = TransactionalGraph.named("bank").writeAheadLog(log);
        JobClient job =
                start(graph, EmbeddedFlink.environment(PARALLELISM, Backend.HEAP, recovering));
        Tap.await(test, EARLY, job.getJobExecutionResult());

        log.hooks().holdReads();
        log.hooks().failJob();
        log.hooks().awaitReading();
        int opened = log.hooks().opened();
        assertThat(log.hooks().opensMoreThan(opened, 3 * CHECKPOINT_TIMEOUT_MS)).isFalse();
        log.hooks().read();
        end(job);
    }

    /** A checkpoint is restored that was taken when one coordinator had ended. */
    @ParameterizedTest
    @EnumSource(names = {"PL3", "PL4"})
    void coordinatorThatHadEnded(IsolationLevel level, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        Configuration recovering = EmbeddedFlink.recovering(Duration.ofMillis(OFTEN_MS));
        TransactionalGraph graph =
                TransactionalGraph.named("bank").isolation(level).writeAheadLog(log);
        JobClient job =
                start(graph, EmbeddedFlink.environment(PARALLELISM, Backend.HEAP, recovering));
        for (int run = 1; run <= 2; run++) {
            awaitEndedTask(cluster, job);
            snapshots.checkpoint(job);
            log.hooks().failJob();
            log.hooks().awaitOpened(PARALLELISM * (run + 1));
        }
        end(job);
    }

    private static void awaitEndedTask(MiniCluster cluster, JobClient job) throws Exception {
        CommonTestUtils.waitUntilCondition(
                () -> {
                    for (AccessExecutionVertex task :
                            cluster.getExecutionGraph(job.getJobID())
                                    .get()
                                    .getAllExecutionVertices()) {
                        if (task.getExecutionState() == ExecutionState.FINISHED) {
                            return true;
                        }
                    }
                    return false;
                });
    }

    /** Else inputs that come again would be taken for new ones. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void otherIdentificationIsRefused(boolean keyed) throws Exception {
        Configuration configuration = EmbeddedFlink.checkpointing(Duration.ofMillis(NEVER_MS));
        JobClient job = start(keyed, EmbeddedFlink.environment(2, Backend.HEAP, configuration));
        Tap.await(test, BEFORE_SAVEPOINT, job.getJobExecutionResult());
        String savepoint = snapshots.savepoint(job);
        GatedNumbers.open(test);
        Tap.await(test, BEFORE_SAVEPOINT + 1, job.getJobExecutionResult());
        EmbeddedFlink.cancel(job);

        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        JobClient other = start(!keyed, EmbeddedFlink.environment(2, Backend.HEAP, configuration));

        assertThatThrownBy(() -> other.getJobExecutionResult().get())
                .isInstanceOf(ExecutionException.class)
                .hasStackTraceContaining(
                        keyed
                                ? "it knows inputs by their key and the program now by their"
                                        + " content"
                                : "it knows inputs by their content and the program now by their"
                                        + " key")
                .hasStackTraceContaining("graph=bank");
    }

    // ------------------------------------------------------------------ the job

    private JobClient start(TransactionalGraph graph, StreamExecutionEnvironment environment)
            throws Exception {
        DataStream<TransactionResult<Long>> results =
                Bank.settle(graph, transfers(environment, EARLY), Bank.BALANCE);
        Tap.open(results, test);
        ExactlyOnceSink.collect(results, test);
        running = environment.executeAsync();
        return running;
    }

    private JobClient start(boolean keyed, StreamExecutionEnvironment environment)
            throws Exception {
        TransactionalGraph graph = TransactionalGraph.named("bank").writeAheadLog(log);
        DataStream<Transfer> transfers = transfers(environment, BEFORE_SAVEPOINT);
        TransactionalStream<Transfer> opened =
                keyed
                        ? graph.openTransaction(transfers, Transfer::key)
                        : graph.openTransaction(transfers);
        Tap.open(
                opened.flatMap(Transfer::movements, Movement.class)
                        .keyBy(Movement::account)
                        .update(Bank.BALANCE, (balance, movement) -> balance + movement.amount())
                        .closeTransaction(),
                test);
        running = environment.executeAsync();
        return running;
    }

    private DataStream<Transfer> transfers(StreamExecutionEnvironment environment, int early) {
        return environment
                .fromSource(
                        new GatedNumbers(0, COUNT, new GatedNumbers.Gate(test, early, COUNT)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .map(number -> Transfer.numbered(number, ACCOUNTS, 42))
                .returns(Transfer.class);
    }

    private void end(JobClient job) throws Exception {
        GatedNumbers.open(test);
        job.getJobExecutionResult().get();
        List<TransactionResult<Long>> all = ExactlyOnceSink.received(test);
        Bank.checkComplete(all, 0, COUNT);
        Bank.checkConserved(Bank.replay(all, Map.of(), ACCOUNTS));
        SeenResults.checkStay(Tap.passed(test), all);
    }
}
