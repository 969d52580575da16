/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalGraphOptions;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.CoordinatorGauges;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.GatedNumbers.Gate;
import io.tspoon.testing.HookedLog;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Patience;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A transaction that cannot complete fails the job and is named; it never hangs in silence. */
class DeadlineITCase {
    private static final CoordinatorGauges GAUGES = new CoordinatorGauges();

    @RegisterExtension
    static final MiniClusterExtension FLINK = EmbeddedFlink.cluster(GAUGES.configuration());

    /** Holds a stateful operator before it starts; static, for functions travel as bytes. */
    private static final CountDownLatch START = new CountDownLatch(1);

    /** Nobody opens it: who waits for it is slow. */
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private static final long LONG_MS = 200;

    private static final int SLOW = 30;
    private static final long SLOW_MS = 50;

    /** A transaction is two calls, behind the two of another. */
    private static final long STANDSTILL_MS = 5 * SLOW_MS;

    private static final int MOST_RUNS = 3;

    @ParameterizedTest
    @CsvSource({
        "TIMESTAMP_BASED, 2048, Either two",
        "DETERMINISTIC, 3072, 'All chains wait for account_balance 0, which has judged least'"
    })
    @Timeout(value = Patience.SECONDS, unit = TimeUnit.SECONDS)
    void transactionThatPassesItsDeadlineFailsTheJob(
            ConcurrencyControl control, int maxInFlight, String cause) throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(1, EmbeddedFlink.Backend.HEAP, checkpointing());
        TransactionalGraph.named("bank")
                .concurrencyControl(control)
                .deadline(Duration.ofMillis(500))
                .openTransaction(Bank.pacedTransfers(environment, 1_000, 1, 20), Transfer::key)
                .flatMap(Transfer::movements, Movement.class)
                .keyBy(Movement::account)
                .update(Bank.BALANCE, (balance, movement) -> never(balance))
                .closeTransaction()
                .print();

        assertThatThrownBy(environment::execute)
                .hasStackTraceContaining("TransactionTimeoutException")
                .hasStackTraceContaining("its deadline has passed")
                .hasStackTraceContaining("graph=bank")
                .hasStackTraceContaining("attempts=1")
                .hasStackTraceContaining("deadlineMs=500")
                .hasStackTraceContaining(". " + cause)
                .hasStackTraceContaining("two TaskManagers do not reach each other")
                .hasStackTraceContaining("lower tspoon.bank.max-in-flight=" + maxInFlight)
                .hasStackTraceContaining("raise tspoon.bank.deadline=500 ms.")
                .hasStackTraceContaining(Transfer.numbered(0, 20, 42).toString());
    }

    /** Flink does not tell when a savepoint is complete. */
    @Test
    @Timeout(value = Patience.SECONDS, unit = TimeUnit.SECONDS)
    void transactionBehindASavepointThatPassesItsDeadlineFailsTheJob(
            @TempDir Path directory, @InjectMiniCluster MiniCluster cluster) throws Exception {
        String test = UUID.randomUUID().toString();
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        1,
                        EmbeddedFlink.Backend.HEAP,
                        EmbeddedFlink.checkpointing(Duration.ofHours(1)));
        GatedNumbers numbers = new GatedNumbers(0, 2, new Gate(test, 1, 2));
        Tap.open(
                TransactionalGraph.named("bank")
                        .deadline(Duration.ofSeconds(5))
                        .openTransaction(
                                environment.fromSource(
                                        numbers, WatermarkStrategy.noWatermarks(), "numbers"),
                                number -> Long.toString(number))
                        .keyBy(number -> number)
                        .update(
                                Numbers.sums("sums"),
                                (sum, number) -> number == 1 ? never(sum) : sum)
                        .closeTransaction(),
                test);
        JobClient job = environment.executeAsync();
        CompletableFuture<?> end = job.getJobExecutionResult();
        Tap.await(test, 1, end);
        new Snapshots(cluster, directory).savepoint(job);
        GatedNumbers.open(test);

        assertThatThrownBy(end::get)
                .hasStackTraceContaining("TransactionTimeoutException")
                .hasStackTraceContaining("element=1.");
    }

    /** All else goes on, and would need no more processors. */
    @Test
    @Timeout(value = Patience.SECONDS, unit = TimeUnit.SECONDS)
    void logThatHangsIsNamed(@TempDir Path directory) throws Exception {
        HookedLog log =
                new HookedLog(
                        UUID.randomUUID().toString(), new FileLog(directory.toUri().toString()));
        log.hooks().hold();
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(1, EmbeddedFlink.Backend.HEAP, checkpointing());
        Bank.settle(
                        TransactionalGraph.named("bank")
                                .writeAheadLog(log)
                                .deadline(Duration.ofMillis(500)),
                        Bank.pacedTransfers(environment, 1_000, 1, 20),
                        Bank.BALANCE)
                .sinkTo(new DiscardingSink<>());

        assertThatThrownBy(environment::execute)
                .hasStackTraceContaining("TransactionTimeoutException")
                .hasStackTraceContaining("It is the write-ahead log that outcomes wait for");
    }

    /** Others may start for as long as they like. But it must be seen that they do. */
    @Test
    @Timeout(value = Patience.SECONDS, unit = TimeUnit.SECONDS)
    void startThatIsNotAnsweredIsTold() throws Exception {
        String test = UUID.randomUUID().toString();
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        1,
                        EmbeddedFlink.Backend.HEAP,
                        EmbeddedFlink.checkpointing(Duration.ofHours(1)));
        Tap.open(
                TransactionalGraph.named("bank")
                        .openTransaction(
                                environment.fromSource(
                                        new GatedNumbers(0, 2, new Gate(test, 1, 2)),
                                        WatermarkStrategy.noWatermarks(),
                                        "numbers"),
                                number -> Long.toString(number))
                        .keyBy(number -> number)
                        .update(Numbers.sums("sums"), (sum, number) -> sum + number)
                        .map(new StartsLate(), Long.class)
                        .closeTransaction(),
                test);
        JobClient job = environment.executeAsync();
        try {
            List<Long> unused =
                    GAUGES.await(
                            job,
                            0,
                            "unansweredGreetingsMs",
                            ms -> !ms.isEmpty() && ms.get(0) >= LONG_MS);
            START.countDown();
            Tap.await(test, 1, job.getJobExecutionResult());
            GAUGES.await(job, 0, "unansweredGreetingsMs", 1, 0);
        } finally {
            START.countDown();
            EmbeddedFlink.cancel(job);
        }
    }

    /**
     * Some are always in flight, none for longer than a tenth of the deadline, unless the machine
     * stands still. Then the job may fail with good reason, and is run again.
     */
    @Test
    @Timeout(value = Patience.SECONDS, unit = TimeUnit.SECONDS)
    void transactionsThatAreSlowButInTimePass() throws Exception {
        for (int run = 1; run <= MOST_RUNS; run++) {
            Pauses.begin();
            try {
                assertThat(runSlowly()).hasSize(SLOW);
                return;
            } catch (Exception failure) {
                if (run == MOST_RUNS || Pauses.longestMs() < STANDSTILL_MS) {
                    throw failure;
                }
            }
        }
    }

    private static List<TransactionResult<Long>> runSlowly() throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(TransactionalGraphOptions.maxBlockSize("bank"), 1);
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(1, EmbeddedFlink.Backend.HEAP, configuration);
        DataStream<TransactionResult<Long>> results =
                TransactionalGraph.named("bank")
                        .deadline(Duration.ofSeconds(2))
                        .maxInFlight(2)
                        .openTransaction(Bank.transfers(environment, 7, SLOW, 20), Transfer::key)
                        .flatMap(Transfer::movements, Movement.class)
                        .keyBy(Movement::account)
                        .update(Bank.BALANCE, (balance, movement) -> slow(balance))
                        .closeTransaction();

        return EmbeddedFlink.collect(results);
    }

    /** Checkpoints while the transaction is stuck: they must not hide the deadline. */
    private static Configuration checkpointing() {
        Configuration configuration = EmbeddedFlink.recovering(Duration.ofMillis(50));
        configuration.setString("restart-strategy.type", "none");
        return configuration;
    }

    private static long slow(long balance) throws InterruptedException {
        NEVER.await(SLOW_MS, TimeUnit.MILLISECONDS);
        Pauses.called();
        return balance;
    }

    private static long never(long sum) throws InterruptedException {
        NEVER.await();
        return sum;
    }

    /** Between the calls of a function, in one task; static, for functions travel as bytes. */
    private static final class Pauses {
        private static long lastNanos;
        private static long longestNanos;

        static synchronized void begin() {
            lastNanos = 0;
            longestNanos = 0;
        }

        static synchronized void called() {
            longestNanos = untilNow();
            lastNanos = System.nanoTime();
        }

        static synchronized long longestMs() {
            return TimeUnit.NANOSECONDS.toMillis(untilNow());
        }

        private static long untilNow() {
            return lastNanos == 0 ? 0 : Math.max(longestNanos, System.nanoTime() - lastNanos);
        }
    }

    /** Its operator starts when the test lets it. */
    private static final class StartsLate extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void open(OpenContext context) throws InterruptedException {
            START.await();
        }

        @Override
        public Long map(Long sum) {
            return sum;
        }
    }
}
