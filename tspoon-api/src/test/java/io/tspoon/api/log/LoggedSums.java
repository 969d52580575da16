/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.log.FileLog;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.testing.Bank;
import io.tspoon.testing.Blocker;
import io.tspoon.testing.Combination;
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
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.Arguments;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A job with a write-ahead log whose steps a test chooses, and what it must come to whatever
 * happens to it. Each number is a transaction that adds to one sum or two. The first numbers come
 * at once; one more, which has its keys for itself, and all others wait until they are let in.
 */
final class LoggedSums {
    static final String GRAPH = "sums";
    static final int PARALLELISM = 2;

    /** Numbers that come at once. */
    static final int EARLY = 20;

    static final int KEYS = 5;
    static final long NEVER_MS = 3_600_000;
    static final long HALF_A_SECOND = 500;

    private static final int COUNT = 400;
    private static final long ALONE = EARLY;
    private static final long OWN_KEYS = 1_000;

    /** By key: another one at the other instance. */
    private static final List<Long> ELSEWHERE =
            LongStream.rangeClosed(0, KEYS).mapToObj(LoggedSums::elsewhere).toList();

    private static final StateSpec<Long, Long> FIRST = Numbers.sums("first");
    private static final StateSpec<Long, Long> SECOND = Numbers.sums("second");

    /** What a transaction touches. */
    enum Shape {
        /** One key of one operator: decided where it is. */
        ONE_KEY,

        /** Two keys of one operator, at different instances. */
        TWO_KEYS,

        /** A key of one operator and one of the next. */
        TWO_OPERATORS,

        /** A key of one operator for itself, and one of the next that others use, too. */
        MANY_TO_ONE
    }

    /** How far the outcomes have got that are in the log. */
    enum Spread {
        /** One instance has applied them, the other one has not even read them. */
        BETWEEN_OUTCOMES,

        /** Both instances have applied some, and neither has acknowledged any. */
        BEFORE_ACKNOWLEDGEMENT
    }

    /** Each with both mechanisms. */
    static Stream<Arguments> spreads() {
        return Arrays.stream(Spread.values())
                .flatMap(
                        spread ->
                                Combination.mechanismsForAnyShape().stream()
                                        .map(control -> Arguments.of(spread, control)));
    }

    /** Calls of the user's function that hold their instances, one each. */
    record Held(JobClient job, List<LoggedTransaction> logged, List<Blocker> calls) {
        void fail() {
            calls.forEach(Blocker::fail);
        }
    }

    private final String name;
    private final HookedLog log;
    private Shape shape = Shape.TWO_OPERATORS;
    private IsolationLevel isolation = IsolationLevel.PL3;
    private boolean spread;
    private @Nullable JobClient running;

    /**
     * @param name a random UUID; the job is known by it, too
     * @param directory of the log, in which there is nothing, or what the job has left
     */
    LoggedSums(String name, Path directory) {
        this.name = name;
        this.log = new HookedLog(name, new FileLog(directory.toUri().toString()));
    }

    HookedLog.Hooks hooks() {
        return log.hooks();
    }

    void touch(Shape touched) {
        shape = touched;
    }

    void isolate(IsolationLevel level) {
        isolation = level;
    }

    /** Gives each coordinator a part of the input, at PL4 as well; its order is lost. */
    void spreadInput() {
        spread = true;
    }

    // ------------------------------------------------------------------ runs

    JobClient start(ConcurrencyControl control, long checkpointMs) throws Exception {
        return start(control, checkpointMs, 0);
    }

    /**
     * Starts the job, which restarts when it fails.
     *
     * @param failingSnapshots how many snapshots fail
     */
    JobClient start(ConcurrencyControl control, long checkpointMs, int failingSnapshots)
            throws Exception {
        Configuration recovering = EmbeddedFlink.recovering(Duration.ofMillis(checkpointMs));
        if (checkpointMs == NEVER_MS) {
            // Not even a last one, when all inputs have ended.
            recovering.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        }
        return start(recovering, control, failingSnapshots);
    }

    /** Starts the job, which does not restart. */
    JobClient startOnce(ConcurrencyControl control) throws Exception {
        return start(new Configuration(), control, 0);
    }

    private JobClient start(
            Configuration configuration, ConcurrencyControl control, int failingSnapshots)
            throws Exception {
        configuration.set(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID, name.replace("-", ""));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(PARALLELISM, EmbeddedFlink.Backend.HEAP, configuration);
        build(environment, control, failingSnapshots);
        JobClient started = environment.executeAsync();
        running = started;
        return started;
    }

    /** Lets the number in that has its keys for itself. */
    void openAlone() {
        GatedNumbers.open(name + "-alone");
    }

    /** Lets all numbers in. */
    void openRest() {
        openAlone();
        GatedNumbers.open(name);
    }

    /** What has left the t-graph so far, repeated or not. */
    List<TransactionResult<Long>> seen() {
        return Tap.passed(name);
    }

    /** Waits until so many results have left the t-graph, repeated ones included. */
    void awaitSeen(int count, JobClient job) throws Exception {
        Tap.await(name, count, job.getJobExecutionResult());
    }

    /** How many snapshots are still to fail. */
    int snapshotsToFail() {
        return FailingSnapshots.left(name);
    }

    /** A job of a test that has failed must not keep the slots. */
    void cancel() throws Exception {
        hooks().repair();
        JobClient job = running;
        if (job != null && !job.getJobExecutionResult().isDone()) {
            EmbeddedFlink.cancel(job);
        }
    }

    /**
     * Runs the job until the outcomes of the first transaction of each key are spread so far, and
     * holds it there, by its functions, which an instance calls again as soon as it has applied an
     * outcome, before it acknowledges it. At PL4, where nobody sees tentative values: whoever sees
     * a sum knows that an outcome was applied. Nobody outside has seen anything.
     */
    Held hold(Spread spread, ConcurrencyControl control) throws Exception {
        shape = Shape.TWO_KEYS;
        isolation = IsolationLevel.PL4;
        hooks().hold();
        Blocker here = Blocker.arm(name + "-alone-0");
        Blocker there = Blocker.arm(name + "-alone-1");
        JobClient job = start(control, NEVER_MS);
        hooks().awaitAppended(KEYS);
        List<LoggedTransaction> logged = hooks().appended();
        openAlone();
        // Wherever this one is executed, those that entered before wait for the others' outcomes.
        here.awaitReached();
        there.awaitReached();

        Blocker first = Blocker.arm(name + "-applied-0");
        Blocker second = there;
        if (spread == Spread.BEFORE_ACKNOWLEDGEMENT) {
            second = Blocker.arm(name + "-applied-1");
            there.letGo();
        }
        hooks().release();
        here.letGo();
        first.awaitReached();
        second.awaitReached();
        assertThat(hooks().appendsMoreThan(KEYS, HALF_A_SECOND)).isFalse();
        assertThat(seen()).isEmpty();
        return new Held(job, logged, List.of(first, second));
    }

    // ------------------------------------------------------------------ the job

    private void build(
            StreamExecutionEnvironment environment,
            ConcurrencyControl control,
            int failingSnapshots) {
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
        if (spread) {
            numbers = numbers.rebalance().map(number -> number).returns(Long.class);
        }
        TransactionalStream<Step> steps =
                TransactionalGraph.named(GRAPH)
                        .isolation(isolation)
                        .concurrencyControl(control)
                        .writeAheadLog(log)
                        .openTransaction(numbers, number -> Long.toString(number))
                        .map(number -> new Step(number, key(number), amount(number)));
        DataStream<TransactionResult<Long>> results =
                shape == Shape.TWO_OPERATORS || shape == Shape.MANY_TO_ONE
                        ? inTwoOperators(steps, shape == Shape.MANY_TO_ONE)
                        : inOneOperator(steps, shape == Shape.TWO_KEYS, name);
        Tap.open(results, name);
        ExactlyOnceSink.collect(
                results.map(new FailingSnapshots<>(name, failingSnapshots))
                        .returns(results.getType()),
                name);
    }

    private static DataStream<TransactionResult<Long>> inOneOperator(
            TransactionalStream<Step> steps, boolean twoKeys, String name) {
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
                .update(
                        FIRST,
                        (sum, step) -> {
                            int instance = instance(step.key());
                            if (step.number() == ALONE) {
                                Blocker.pass(name + "-alone-" + instance);
                            }
                            if (sum > 0) {
                                Blocker.pass(name + "-applied-" + instance);
                            }
                            return sum + step.amount();
                        })
                .closeTransaction();
    }

    private static DataStream<TransactionResult<Long>> inTwoOperators(
            TransactionalStream<Step> steps, boolean manyToOne) {
        return steps.keyBy(step -> manyToOne ? own(step.number()) : step.key())
                .update(FIRST, (sum, step) -> sum + step.amount(), (sum, step) -> step, Step.class)
                .keyBy(Step::key)
                .update(SECOND, (sum, step) -> sum + step.amount())
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

    /** The first key of a number. */
    static long key(long number) {
        return number == ALONE ? KEYS : number % KEYS;
    }

    /** A key that no other number has. */
    private static long own(long number) {
        return OWN_KEYS + number;
    }

    private static long amount(long number) {
        return number + 1;
    }

    // ------------------------------------------------------------------ what must be true

    /** Lets all numbers in, waits for the end of the job, and checks all. */
    void end(JobClient job) throws Exception {
        openRest();
        job.getJobExecutionResult().get();
        List<TransactionResult<Long>> all = results();
        Bank.checkComplete(all, 0, COUNT);
        SerialReplay.of(all, (key, view) -> replay(Long.parseLong(key), view));
        SeenResults.checkStay(seen(), all);
    }

    private void replay(long number, SerialReplay.View view) {
        long place = key(number);
        long here = shape == Shape.MANY_TO_ONE ? own(number) : place;
        long first = view.write(FIRST, here, view.read(FIRST, here) + amount(number));
        switch (shape) {
            case ONE_KEY -> view.emit(first);
            case TWO_KEYS -> {
                long other = ELSEWHERE.get((int) place);
                view.emit(first);
                view.emit(view.write(FIRST, other, view.read(FIRST, other) + amount(number)));
            }
            case TWO_OPERATORS, MANY_TO_ONE ->
                    view.emit(view.write(SECOND, place, view.read(SECOND, place) + amount(number)));
        }
    }

    /** What the exactly-once sink has. */
    List<TransactionResult<Long>> results() {
        return ExactlyOnceSink.received(name);
    }

    /** What is in the log is the outcome. */
    void checkKept(List<LoggedTransaction> logged) {
        List<TransactionResult<Long>> all = results();
        for (LoggedTransaction transaction : logged) {
            assertThat(all)
                    .filteredOn(result -> result.key().equals(transaction.key()))
                    .extracting(result -> result.timestamp().value())
                    .containsExactly(transaction.timestamp());
        }
    }
}
