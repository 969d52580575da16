/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.timers;

import io.tspoon.api.AccessedStream;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

/** When timers fire: in event time before watermarks pass, in processing time by the clock. */
class TimerTimesITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final long COUNT = 4_000;

    /** Few, so that time has to go on before the last elements enter. */
    private static final int IN_FLIGHT = 64;

    private static final int KEYS = 100;
    private static final int EARLY = 50_000;
    private static final int WAITING = EARLY + 5_000;

    /** Mostly longer than it takes to set timers and to stop the job. */
    private static final Duration SOON = Duration.ofSeconds(8);

    private static final StateSpec<Long, Long> SEEN =
            StateSpec.named("seen", Long.class, Long.class).initialValue(0L);

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    /** The time of a result, and what time it was when it came. */
    public record Seen(boolean ofTimer, long time, long watermark) {}

    /** A timer of one instance is fired by whatever coordinator; no result is late. */
    @ParameterizedTest
    @EnumSource
    void watermarksWaitForWhatIsDue(ConcurrencyControl control) throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        DataStream<TransactionResult<Long>> results =
                timed(
                                TransactionalGraph.named("times")
                                        .concurrencyControl(control)
                                        .maxInFlight(IN_FLIGHT),
                                environment.fromSource(
                                        new NumberSequenceSource(0, COUNT - 1),
                                        Reminders.time(),
                                        "numbers"))
                        .closeTransaction();

        List<Seen> seen = EmbeddedFlink.collect(results.process(new Clock()).returns(Seen.class));

        assertThat(seen)
                .hasSize((int) (2 * COUNT))
                .allSatisfy(one -> assertThat(one.time()).isGreaterThan(one.watermark()));
        assertThat(seen).filteredOn(Seen::ofTimer).hasSize((int) COUNT);
        assertThat(seen)
                .as("time goes on in between")
                .anyMatch(one -> one.ofTimer() && one.watermark() > 0);
    }

    private static AccessedStream<Long, Long> timed(
            TransactionalGraph graph, DataStream<Long> numbers) {
        return graph.openTransaction("numbers", numbers, number -> Long.toString(number))
                .keyBy(number -> number % KEYS)
                .apply(
                        SEEN,
                        (ValueAccess<Long> value, Long number, StateContext<Long> transaction) -> {
                            transaction.timers().at(Instant.ofEpochMilli(number + 50), number);
                            transaction.emit(number);
                        },
                        Long.class)
                .onTimer(SEEN, Long.class, (value, number, transaction) -> transaction.emit(-1L));
    }

    private static final class Clock extends ProcessFunction<TransactionResult<Long>, Seen> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                TransactionResult<Long> result, Context context, Collector<Seen> out) {
            out.collect(
                    new Seen(
                            result.entrance().equals("timers"),
                            context.timestamp(),
                            context.timerService().currentWatermark()));
        }
    }

    /** What was set before a stop fires after it, all at once, while elements go on. */
    @ParameterizedTest
    @EnumSource(Backend.class)
    void stormAfterAStopLetsElementsPass(Backend backend, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        Instant due = Instant.now().plus(SOON);
        StreamExecutionEnvironment before =
                EmbeddedFlink.environment(2, backend, new Configuration());
        Tap.open(waiting(before, due).closeTransaction(), test + "before");
        JobClient job = before.executeAsync();
        Tap.await(test + "before", EARLY, job.getJobExecutionResult());
        Configuration restoring = new Configuration();
        restoring.set(
                StateRecoveryOptions.SAVEPOINT_PATH, new Snapshots(cluster, directory).stop(job));
        List<TransactionResult<Long>> all = new ArrayList<>(Tap.passed(test + "before"));

        Executor onceDue =
                CompletableFuture.delayedExecutor(
                        Duration.between(Instant.now(), due).toMillis() + 1, MILLISECONDS);
        CompletableFuture.runAsync(() -> GatedNumbers.open(test), onceDue).get();
        StreamExecutionEnvironment second = EmbeddedFlink.environment(2, backend, restoring);
        Tap.open(waiting(second, due).closeTransaction(), test + "after");
        job = second.executeAsync();
        Tap.await(test + "after", 2 * WAITING - all.size(), job.getJobExecutionResult());
        GatedNumbers.open(test + "last");
        job.getJobExecutionResult().get();

        List<TransactionResult<Long>> after = Tap.passed(test + "after");
        all.addAll(after);
        List<TransactionResult<Long>> timers =
                all.stream().filter(result -> result.entrance().equals("timers")).toList();
        assertThat(timers)
                .extracting(result -> result.emitted().get(0))
                .hasSizeGreaterThanOrEqualTo(WAITING)
                .doesNotHaveDuplicates();
        assertThat(firstNumber(after)).as("timers before the first element").isLessThan(EARLY);
    }

    private static int firstNumber(List<TransactionResult<Long>> all) {
        int first = 0;
        while (!all.get(first).entrance().equals("numbers")) {
            first++;
        }
        return first;
    }

    /** The first half comes at once, the other one when the test wants it. */
    private AccessedStream<Long, Long> waiting(
            StreamExecutionEnvironment environment, Instant due) {
        DataStream<Long> numbers =
                environment
                        .fromSource(
                                new GatedNumbers(
                                        0, WAITING, new GatedNumbers.Gate(test, EARLY, WAITING)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .uid("numbers")
                        .setParallelism(1)
                        .union(
                                environment
                                        .fromSource(
                                                new GatedNumbers(
                                                        WAITING,
                                                        1,
                                                        new GatedNumbers.Gate(
                                                                test + "last",
                                                                WAITING,
                                                                WAITING + 1)),
                                                WatermarkStrategy.noWatermarks(),
                                                "last")
                                        .uid("last")
                                        .setParallelism(1));
        return TransactionalGraph.named("times")
                .openTransaction("numbers", numbers, number -> Long.toString(number))
                .keyBy(number -> number)
                .apply(
                        SEEN,
                        (ValueAccess<Long> value, Long number, StateContext<Long> transaction) -> {
                            transaction.timers().atProcessingTime(due, number);
                            transaction.emit(-1L);
                        },
                        Long.class)
                .onTimer(
                        SEEN, Long.class, (value, number, transaction) -> transaction.emit(number));
    }
}
