/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.runtime.log.AwaitedInputs;
import io.tspoon.runtime.log.LoggedMessages;
import io.tspoon.testing.Bank;
import io.tspoon.testing.CoordinatorGauges;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.GatedNumbers.Gate;
import io.tspoon.testing.HookedLog;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Numbers.Step;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.checkpoint.CheckpointStatsCounts;
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

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/**
 * What happens while the source has not given again what the log holds. Each number is a
 * transaction that adds to a sum; the source gives none of them until the test lets it.
 */
class AwaitedInputsITCase {
    private static final CoordinatorGauges GAUGES = new CoordinatorGauges();

    @RegisterExtension
    static final MiniClusterExtension FLINK = EmbeddedFlink.cluster(GAUGES.configuration());

    private static final int PARALLELISM = 2;
    private static final int COUNT = 600;
    private static final ConcurrentMap<String, String> KEYS = new ConcurrentHashMap<>();

    /** Numbers that were executed when the job fails. */
    private static final int EARLY = 300;

    /** A header without inputs has less, one with all of the early numbers more. */
    private static final int HEADER_BYTES = 4_096;

    private static final Duration NEVER = Duration.ofHours(1);
    private static final StateSpec<Long, Long> SUM = Numbers.sums("sum");

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private final LoggedMessages messages = new LoggedMessages();
    private MiniCluster cluster;
    private Snapshots snapshots;
    private HookedLog log;
    private JobClient running;
    private int parallelism = PARALLELISM;
    private int middle = EARLY + 1;
    private int count = COUNT;

    @BeforeEach
    void place(@InjectMiniCluster MiniCluster injected) {
        cluster = injected;
        snapshots = new Snapshots(cluster, directory);
        log = new HookedLog(test, new FileLog(directory.resolve("log").toUri().toString()));
        KEYS.put(test, "");
    }

    /** A job of a test that has failed must not keep the slots. */
    @AfterEach
    void cancel() throws Exception {
        messages.close();
        if (running != null && !running.getJobExecutionResult().isDone()) {
            EmbeddedFlink.cancel(running);
        }
    }

    // ------------------------------------------------------------------ more than a header holds

    /** Flink takes its first checkpoint of the second run before the source gives anything. */
    @Test
    void snapshotIsDeclinedWhileAHeaderCannotHoldThem() throws Exception {
        log.hooks().limitHeaders(HEADER_BYTES);
        JobClient job = startAndFail();
        await(job, counts -> counts.getNumberOfFailedCheckpoints() > 0);

        assertThatThrownBy(() -> snapshots.savepoint(job))
                .hasStackTraceContaining("Cannot take snapshot yet")
                .hasStackTraceContaining("graph=sums")
                .hasStackTraceContaining("awaited inputs=" + EARLY)
                .hasStackTraceContaining("limit in bytes=" + HEADER_BYTES);

        openAll();
        snapshots.awaitEnd(job);
        checkOnce();
        assertThat(log.hooks().opened()).isEqualTo(2 * PARALLELISM);
    }

    @Test
    void stopWithSavepointFailsAndTheJobGoesOn() throws Exception {
        log.hooks().limitHeaders(HEADER_BYTES);
        JobClient job = startAndFail();
        await(job, counts -> counts.getNumberOfFailedCheckpoints() > 0);

        assertThatThrownBy(() -> snapshots.stop(job))
                .hasStackTraceContaining("Cannot take snapshot yet");

        openAll();
        snapshots.awaitEnd(job);
        checkOnce();
    }

    /** Else there would be no snapshot any more: the source gives other inputs than before. */
    @Test
    void thoseThatNeverComeAreForgotten() throws Exception {
        parallelism = 1;
        middle = AwaitedInputs.LEAST_NEW_IN_A_ROW;
        count = middle + 1;
        log.hooks().limitHeaders(HEADER_BYTES);
        JobClient job = startAndFail();
        KEYS.put(test, "new ");
        GatedNumbers.open(gate(0));
        GatedNumbers.open(gate(1));
        Tap.await(test, 2 * EARLY + middle, job.getJobExecutionResult());

        assertThat(snapshots.savepoint(job)).isNotEmpty();
        assertThat(messages.all())
                .filteredOn(
                        message -> message.startsWith("[TSP-3225] Forgot the oldest logged inputs"))
                .singleElement(STRING)
                .contains("forgotten=" + EARLY / 2);
        awaitAwaited(job, EARLY / 2);
        openAll();
        snapshots.awaitEnd(job);
    }

    // ------------------------------------------------------------------ without the log

    @Test
    void jobWithoutItsLogIsRefused() throws Exception {
        String savepoint = snapshots.stop(startAndFail());
        openAll(); // so that it would end

        JobClient refused = start(graph(), from(savepoint, false));

        assertThatThrownBy(() -> refused.getJobExecutionResult().get())
                .isInstanceOf(ExecutionException.class)
                .hasStackTraceContaining("Cannot start t-graph without its write-ahead log")
                .hasStackTraceContaining("graph=sums")
                .hasStackTraceContaining("inputs=" + EARLY)
                .hasStackTraceContaining("tspoon.sums.log-accept-loss");
    }

    @Test
    void jobWithoutItsLogStartsIfTheLossIsAccepted() throws Exception {
        String savepoint = snapshots.stop(startAndFail());

        JobClient job = start(graph(), from(savepoint, true));
        openAll();
        snapshots.awaitEnd(job);

        assertThat(messages.all())
                .filteredOn(message -> message.startsWith("[TSP-3220] Started t-graph without"))
                .hasSize(PARALLELISM)
                .allSatisfy(message -> assertThat(message).contains("inputs=" + EARLY));
        assertThat(Tap.passed(test)).hasSize(COUNT);
    }

    /** As the metric tells, on which an operator waits. */
    @Test
    void jobWithoutItsLogStartsIfNoneAreAwaited() throws Exception {
        JobClient job = startAndFail();
        GatedNumbers.open(gate(0));
        GatedNumbers.open(gate(1));
        awaitAwaited(job, 0);
        Tap.await(test, 2 * EARLY + 1, job.getJobExecutionResult());
        String savepoint = snapshots.stop(job);

        JobClient other = start(graph(), from(savepoint, false));
        openAll();
        snapshots.awaitEnd(other);

        assertThat(Tap.passed(test)).hasSize(COUNT - EARLY - 1);
    }

    @Test
    void otherPlaceOfTheLogTellsWhatIsLost() throws Exception {
        String savepoint = snapshots.stop(startAndFail());
        FileLog other = new FileLog(directory.resolve("other").toUri().toString());

        JobClient job = start(graph().writeAheadLog(other), from(savepoint, true));
        openAll();
        snapshots.awaitEnd(job);

        assertThat(messages.all())
                .filteredOn(message -> message.startsWith("[TSP-3224] Lost logged inputs"))
                .hasSize(PARALLELISM)
                .allSatisfy(
                        message ->
                                assertThat(message).contains("graph=sums").endsWith("=" + EARLY));
        assertThat(Tap.passed(test)).hasSize(COUNT);
    }

    // ------------------------------------------------------------------ the job

    private static TransactionalGraph graph() {
        return TransactionalGraph.named("sums");
    }

    private static Configuration from(String savepoint, boolean acceptsLoss) {
        Configuration configuration = EmbeddedFlink.checkpointing(NEVER);
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        configuration.setString("tspoon.sums.log-accept-loss", Boolean.toString(acceptsLoss));
        return configuration;
    }

    /** The early numbers were executed after the last checkpoint, and do not come again yet. */
    private JobClient startAndFail() throws Exception {
        Configuration atOnce = EmbeddedFlink.recovering(NEVER);
        atOnce.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, Duration.ZERO);
        JobClient job = start(graph().writeAheadLog(log), atOnce);
        await(job, counts -> counts.getNumberOfCompletedCheckpoints() > 0);
        GatedNumbers.open(gate(0));
        Tap.await(test, EARLY, job.getJobExecutionResult());
        GatedNumbers.close(gate(0));
        log.hooks().failJob();
        log.hooks().awaitOpened(2 * parallelism);
        awaitAwaited(job, EARLY);
        return job;
    }

    /** Waits until the metric says so. */
    private void awaitAwaited(JobClient job, int inputs) {
        GAUGES.await(job, 1, "awaitedInputs", parallelism, inputs);
    }

    private JobClient start(TransactionalGraph graph, Configuration configuration)
            throws Exception {
        String name = test;
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, Backend.HEAP, configuration);
        DataStream<Long> numbers =
                environment
                        .fromSource(
                                new GatedNumbers(
                                        0,
                                        count,
                                        new Gate(gate(0), 0, EARLY),
                                        new Gate(gate(1), EARLY, middle),
                                        new Gate(gate(2), middle, count)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .setParallelism(1)
                        .uid("numbers");
        Tap.open(
                graph.openTransaction(numbers, number -> KEYS.get(name) + number)
                        .map(number -> new Step(number, number % 5, number), Step.class)
                        .keyBy(Step::key)
                        .update(SUM, (sum, step) -> sum + step.amount())
                        .closeTransaction(),
                test);
        running = environment.executeAsync();
        return running;
    }

    private String gate(int number) {
        return test + "-" + number;
    }

    private void openAll() {
        for (int i = 0; i < 3; i++) {
            GatedNumbers.open(gate(i));
        }
    }

    private void await(JobClient job, Predicate<CheckpointStatsCounts> condition) throws Exception {
        CommonTestUtils.waitUntilCondition(
                () ->
                        condition.test(
                                cluster.getExecutionGraph(job.getJobID())
                                        .get()
                                        .getCheckpointStatsSnapshot()
                                        .getCounts()));
    }

    /** Each result was shown once, or again as it was. */
    private void checkOnce() {
        Set<TransactionResult<Long>> all = new HashSet<>(Tap.passed(test));
        Bank.checkComplete(List.copyOf(all), 0, COUNT);
    }
}
