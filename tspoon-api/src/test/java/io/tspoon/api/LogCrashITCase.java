/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.log.FileLog;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.protocol.Timestamps;
import io.tspoon.testing.Bank;
import io.tspoon.testing.Blocker;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.FailingSnapshots;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.HookedLog;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Numbers.Step;
import io.tspoon.testing.SeenResults;
import io.tspoon.testing.SerialReplay;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A job with a write-ahead log fails at a step of the protocol that the test chooses. Each number
 * is a transaction that adds to one sum or two.
 */
class LogCrashITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int PARALLELISM = 2;
    private static final int COUNT = 400;

    /** Numbers that come at once; the others wait until the test lets them. */
    private static final int EARLY = 20;

    /** The first of the others, which has a key for itself. */
    private static final long ALONE = EARLY;

    private static final int KEYS = 5;
    private static final long NEVER_MS = 3_600_000;
    private static final long OFTEN_MS = 20;
    private static final long HALF_A_SECOND = 500;

    /** By key: another one at the other instance. */
    private static final List<Long> ELSEWHERE =
            LongStream.rangeClosed(0, KEYS).mapToObj(LogCrashITCase::elsewhere).toList();

    private static final StateSpec<Long, Long> FIRST = Numbers.sums("first");
    private static final StateSpec<Long, Long> SECOND = Numbers.sums("second");

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private HookedLog log;
    private HookedLog.Hooks hooks;
    private JobClient running;
    private Shape shape = Shape.TWO_OPERATORS;
    private IsolationLevel isolation = IsolationLevel.PL3;

    @BeforeEach
    void openLog() {
        log = new HookedLog(test, new FileLog(directory.toUri().toString()));
        hooks = log.hooks();
    }

    /** A job of a test that has failed must not keep the slots. */
    @AfterEach
    void cancel() throws Exception {
        hooks.repair();
        if (running != null && !running.getJobExecutionResult().isDone()) {
            EmbeddedFlink.cancel(running);
        }
    }

    /** What a transaction touches. */
    private enum Shape {
        /** One key of one operator: decided where it is. */
        ONE_KEY,

        /** Two keys of one operator, at different instances. */
        TWO_KEYS,

        /** A key of one operator and one of the next. */
        TWO_OPERATORS
    }

    // ------------------------------------------------------------------ what is not durable

    static Stream<Arguments> shapes() {
        return Arrays.stream(ConcurrencyControl.values())
                .flatMap(
                        control ->
                                Arrays.stream(Shape.values())
                                        .map(shape -> Arguments.of(control, shape)));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void nothingIsVisibleBeforeItIsDurable(ConcurrencyControl control, Shape touched)
            throws Exception {
        shape = touched;
        hooks.hold();
        JobClient job = start(control, NEVER_MS);
        awaitOneCoordinatorOfEachKey();

        hooks.release();
        end(job);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void whatNeverReachedTheLogIsExecutedAnew(ConcurrencyControl control, Shape touched)
            throws Exception {
        shape = touched;
        hooks.lose();
        hooks.hold();
        JobClient job = start(control, NEVER_MS);
        awaitOneCoordinatorOfEachKey();

        hooks.failJob();
        end(job);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void whatIsInTheLogIsTheOutcomeEvenIfNobodyHeardOfIt(ConcurrencyControl control, Shape touched)
            throws Exception {
        shape = touched;
        hooks.hold();
        JobClient job = start(control, NEVER_MS);
        awaitOneCoordinatorOfEachKey();
        List<LoggedTransaction> logged = hooks.appended();

        hooks.failJob();
        end(job);
        checkKept(logged);
    }

    /**
     * The first five numbers have a key each; those that follow wait for them, but for one. That
     * one is decided, and logged, after those that entered before it.
     */
    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void entryOrderIsThatOfTheInputAfterACrash(ConcurrencyControl control) throws Exception {
        isolation = IsolationLevel.PL4;
        shape = Shape.TWO_KEYS;
        hooks.hold();
        JobClient job = start(control, NEVER_MS);
        hooks.awaitAppended(KEYS);
        GatedNumbers.open(test + "-alone");
        assertThat(hooks.appendsMoreThan(KEYS, HALF_A_SECOND)).isFalse();

        hooks.failJob();
        end(job);
        List<TransactionResult<Long>> all = new ArrayList<>(ExactlyOnceSink.received(test));
        all.sort(Comparator.comparing(result -> result.id().value()));
        assertThat(all).extracting(result -> Long.parseLong(result.key())).isSorted();
    }

    /**
     * As long as nobody may hear of the first transaction of a key, those that follow are of the
     * same coordinator, in whose log they come behind it.
     */
    private void awaitOneCoordinatorOfEachKey() throws Exception {
        hooks.awaitAppended(1);
        assertThat(hooks.appendsMoreThan(EARLY, HALF_A_SECOND)).isFalse();
        Timestamps timestamps = new Timestamps(PARALLELISM);
        Map<Long, Integer> coordinators = new HashMap<>();
        for (LoggedTransaction transaction : hooks.appended()) {
            int coordinator = timestamps.coordinator(transaction.timestamp());
            Integer other = coordinators.put(key(Long.parseLong(transaction.key())), coordinator);
            assertThat(other).isIn(null, coordinator);
        }
        assertThat(Tap.passed(test)).isEmpty();
    }

    // ------------------------------------------------------------------ between two outcomes

    /** One participant has applied the decision, the other has not even read it. */
    @Test
    void halfAppliedTransactionIsWholeAfterRecovery() throws Exception {
        Blocker second = Blocker.arm(test + "-second");
        hooks.hold();
        JobClient job = start(1, ConcurrencyControl.LOCK_BASED, NEVER_MS, 0);
        hooks.awaitAppended(EARLY);
        List<LoggedTransaction> logged = hooks.appended();
        GatedNumbers.open(test + "-alone");
        second.awaitReached();

        Blocker first = Blocker.arm(test + "-first");
        hooks.release();
        GatedNumbers.open(test);
        first.awaitReached(); // a later transaction reads what the first participant has applied
        assertThat(Tap.passed(test)).isEmpty();
        first.fail();
        second.fail();
        end(job);
        checkKept(logged);
    }

    // ------------------------------------------------------------------ checkpoints, recovery

    @Test
    void segmentOfACheckpointCannotBeBegun() throws Exception {
        JobClient job = start(ConcurrencyControl.TIMESTAMP_BASED, OFTEN_MS);
        Tap.await(test, EARLY, job.getJobExecutionResult());

        hooks.failRolls(1);
        hooks.awaitQuiet();
        end(job);
    }

    @Test
    void checkpointFailsAfterItsSegmentsWereBegun() throws Exception {
        JobClient job = start(PARALLELISM, ConcurrencyControl.TIMESTAMP_BASED, OFTEN_MS, 3);

        end(job);
        assertThat(FailingSnapshots.left(test)).isZero();
    }

    @Test
    void readingTheLogFailsSeveralTimes() throws Exception {
        JobClient job = start(ConcurrencyControl.TIMESTAMP_BASED, NEVER_MS);
        Tap.await(test, EARLY, job.getJobExecutionResult());

        hooks.failReads(3);
        hooks.failJob();
        hooks.awaitQuiet();
        end(job);
    }

    @Test
    void jobFailsAgainAsSoonAsItHasRecovered() throws Exception {
        JobClient job = start(ConcurrencyControl.LOCK_BASED, OFTEN_MS);
        for (int round = 1; round <= 3; round++) {
            Tap.await(test, EARLY, job.getJobExecutionResult());
            hooks.failJob();
            hooks.awaitOpened(2 * (round + 1));
        }

        end(job);
    }

    // ------------------------------------------------------------------ a disk that is full

    @Test
    void jobGoesOnWhenTheDiskIsBack() throws Exception {
        JobClient job = start(ConcurrencyControl.TIMESTAMP_BASED, NEVER_MS);
        Tap.await(test, EARLY, job.getJobExecutionResult());

        hooks.breakDisk();
        openRest();
        int opened = hooks.opened();
        hooks.awaitOpened(opened + 4);
        hooks.repair();
        end(job);
    }

    @Test
    void jobWithoutRestartsSaysWhatIsWrong() throws Exception {
        hooks.hold();
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        build(environment, ConcurrencyControl.TIMESTAMP_BASED, 0);
        JobClient job = environment.executeAsync();
        running = job;
        hooks.awaitAppended(1);
        hooks.failJob();

        assertThatThrownBy(() -> job.getJobExecutionResult().get())
                .isInstanceOf(ExecutionException.class)
                .hasStackTraceContaining("the write-ahead log cannot be written, graph=sums")
                .hasStackTraceContaining("no power");
    }

    // ------------------------------------------------------------------ the job

    private JobClient start(ConcurrencyControl control, long checkpointMs) throws Exception {
        return start(PARALLELISM, control, checkpointMs, 0);
    }

    private JobClient start(
            int parallelism, ConcurrencyControl control, long checkpointMs, int failingSnapshots)
            throws Exception {
        Configuration recovering = EmbeddedFlink.recovering(Duration.ofMillis(checkpointMs));
        if (checkpointMs == NEVER_MS) {
            // Else Flink takes a first checkpoint at once, and that waits for what a test holds.
            recovering.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        }
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, EmbeddedFlink.Backend.HEAP, recovering);
        build(environment, control, failingSnapshots);
        running = environment.executeAsync();
        return running;
    }

    private void build(
            StreamExecutionEnvironment environment,
            ConcurrencyControl control,
            int failingSnapshots) {
        String name = test;
        DataStream<Long> numbers =
                environment
                        .fromSource(
                                new GatedNumbers(
                                        0,
                                        COUNT,
                                        new GatedNumbers.Gate(name + "-alone", ALONE, ALONE + 1),
                                        new GatedNumbers.Gate(name, ALONE + 1, COUNT)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .setParallelism(1);
        TransactionalStream<Step> steps =
                TransactionalGraph.named("sums")
                        .isolation(isolation)
                        .concurrencyControl(control)
                        .writeAheadLog(log)
                        .openTransaction(numbers, number -> Long.toString(number))
                        .map(number -> new Step(number, key(number), number));
        DataStream<TransactionResult<Long>> results =
                shape == Shape.TWO_OPERATORS
                        ? inTwoOperators(steps, name)
                        : inOneOperator(steps, shape == Shape.TWO_KEYS);
        Tap.open(results, name);
        ExactlyOnceSink.collect(
                results.map(new FailingSnapshots<>(name, failingSnapshots))
                        .returns(results.getType()),
                name);
    }

    private static DataStream<TransactionResult<Long>> inOneOperator(
            TransactionalStream<Step> steps, boolean twoKeys) {
        return steps.flatMap(
                        (Step step, Collector<Step> out) -> {
                            out.collect(step);
                            if (twoKeys) {
                                long elsewhere = ELSEWHERE.get((int) step.key());
                                out.collect(new Step(step.number(), elsewhere, step.amount()));
                            }
                        },
                        Step.class)
                .keyBy(Step::key)
                .update(FIRST, (sum, step) -> sum + step.amount())
                .closeTransaction();
    }

    /** A key at another instance than this one, which no other key has. */
    private static long elsewhere(long key) {
        int here = instance(key);
        return LongStream.iterate(100 + key, other -> other + 100)
                .filter(other -> instance(other) != here)
                .findFirst()
                .orElseThrow();
    }

    private static int instance(long key) {
        return KeyGroupRangeAssignment.assignKeyToParallelOperator(
                key,
                KeyGroupRangeAssignment.computeDefaultMaxParallelism(PARALLELISM),
                PARALLELISM);
    }

    private static DataStream<TransactionResult<Long>> inTwoOperators(
            TransactionalStream<Step> steps, String name) {
        return steps.keyBy(Step::key)
                .update(
                        FIRST,
                        (sum, step) -> {
                            if (sum > 0) {
                                Blocker.pass(name + "-first");
                            }
                            return sum + step.amount();
                        },
                        (sum, step) -> step,
                        Step.class)
                .keyBy(Step::key)
                .update(
                        SECOND,
                        (sum, step) -> {
                            if (step.number() == ALONE) {
                                Blocker.pass(name + "-second");
                            }
                            return sum + step.amount();
                        })
                .closeTransaction();
    }

    private static long key(long number) {
        return number == ALONE ? KEYS : number % KEYS;
    }

    private void openRest() {
        GatedNumbers.open(test + "-alone");
        GatedNumbers.open(test);
    }

    private void end(JobClient job) throws Exception {
        openRest();
        job.getJobExecutionResult().get();
        List<TransactionResult<Long>> all = ExactlyOnceSink.received(test);
        Bank.checkComplete(all, 0, COUNT);
        SerialReplay.of(
                all,
                (key, view) -> {
                    long number = Long.parseLong(key);
                    long place = key(number);
                    long first = view.write(FIRST, place, view.read(FIRST, place) + number);
                    switch (shape) {
                        case ONE_KEY -> view.emit(first);
                        case TWO_KEYS -> {
                            long other = ELSEWHERE.get((int) place);
                            view.emit(first);
                            view.emit(view.write(FIRST, other, view.read(FIRST, other) + number));
                        }
                        case TWO_OPERATORS ->
                                view.emit(
                                        view.write(
                                                SECOND, place, view.read(SECOND, place) + number));
                    }
                });
        SeenResults.checkStay(Tap.passed(test), all);
    }

    private void checkKept(List<LoggedTransaction> logged) {
        List<TransactionResult<Long>> all = ExactlyOnceSink.received(test);
        for (LoggedTransaction transaction : logged) {
            assertThat(all)
                    .filteredOn(result -> result.key().equals(transaction.key()))
                    .extracting(result -> result.timestamp().value())
                    .containsExactly(transaction.timestamp());
        }
    }
}
