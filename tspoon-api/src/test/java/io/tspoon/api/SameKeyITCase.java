/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.log.FileLog;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.HookedLog;
import io.tspoon.testing.Layout;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Numbers.Step;
import io.tspoon.testing.PacedNumbers;
import io.tspoon.testing.SerialReplay;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Workload;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.CommonTestUtils;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
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
import java.util.concurrent.ExecutionException;

import static io.tspoon.testing.Numbers.COUNT;
import static io.tspoon.testing.Numbers.checkReplay;
import static io.tspoon.testing.Numbers.open;
import static io.tspoon.testing.Numbers.sums;
import static io.tspoon.transaction.AccessMode.UPDATE;
import static io.tspoon.transaction.AccessMode.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Several states with one key: each stands for itself in results, in Flink's state and in the log,
 * though their values are one version. {@link ShapeMatrixITCase} has them at every level.
 */
class SameKeyITCase {
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

    private static final ThreadLocal<ValueAccess<Long>> KEPT = new ThreadLocal<>();

    private static final StateSpec<Long, Long> FIRST = sums("first");
    private static final StateSpec<Long, Long> SECOND = sums("second");
    private static final StateSpec<Long, List<Long>> SEEN =
            StateSpec.named("seen", new TypeHint<Long>() {}, new TypeHint<List<Long>>() {});

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    // ------------------------------------------------------------------ functions

    @ParameterizedTest
    @EnumSource
    void eachStateSeesWhatTheOneBeforeEmits(ConcurrencyControl control) throws Exception {
        List<TransactionResult<String>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(number -> number % 10)
                                .apply(
                                        FIRST,
                                        (sum, number, transaction) -> {
                                            for (long i = 0; i < number % 4; i++) {
                                                transaction.emit(number + i);
                                            }
                                            sum.set(sum.get() + number);
                                        },
                                        Long.class)
                                .sameKey()
                                .update(
                                        SECOND,
                                        Long::sum,
                                        (sum, number) -> number + ": " + sum,
                                        String.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    long key = number % 10;
                    add(FIRST, number, view);
                    for (long i = 0; i < number % 4; i++) {
                        long sum = view.read(SECOND, key) + number + i;
                        view.emit(number + i + ": " + view.write(SECOND, key, sum));
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void abortInAnyStateIsAbortInAll(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        summed(control)
                                .apply(
                                        SECOND,
                                        (sum, number, transaction) -> {
                                            sum.set(sum.get() + number);
                                            if (number % 3 == 0) {
                                                swallowed(() -> transaction.abort("by three"));
                                            }
                                            transaction.emit(number);
                                        },
                                        Long.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    if (number % 3 == 0) {
                        view.abort("by three");
                    }
                    add(FIRST, number, view);
                    add(SECOND, number, view);
                    view.emit(number);
                });
        assertThat(results.stream().flatMap(result -> result.reasons().stream()))
                .isNotEmpty()
                .allMatch(reason -> reason.operator().equals("second") && !reason.key().isEmpty());
    }

    /** Adds up the numbers of each key, and goes on with the numbers and their keys. */
    private static KeyedTransactionalStream<Long, Long> summed(ConcurrencyControl control) {
        return open(control, 2)
                .keyBy(number -> number % 10)
                .update(FIRST, Long::sum, (sum, number) -> number, Long.class)
                .sameKey();
    }

    private static void add(StateSpec<Long, Long> state, long number, SerialReplay.View view) {
        long key = number % 10;
        view.write(state, key, view.read(state, key) + number);
    }

    /** A signal that user code catches is remembered all the same. */
    private static void swallowed(Runnable abort) {
        try {
            abort.run();
        } catch (RuntimeException e) {
            assertThat(e).hasMessageContaining("aborted");
        }
    }

    @ParameterizedTest
    @EnumSource
    void constraintIsThatOfItsState(ConcurrencyControl control) throws Exception {
        StateSpec<Long, Long> odd =
                StateSpec.named("odd", Long.class, Long.class)
                        .initialValue(0L)
                        .constraint("even", value -> value % 2 == 0);
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        summed(control).write(odd, number -> number).closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    long key = number % 10;
                    add(FIRST, number, view);
                    view.emit(view.write(odd, key, number));
                });
        assertThat(results.stream().flatMap(result -> result.reasons().stream()))
                .hasSize(COUNT / 2)
                .allMatch(
                        reason ->
                                reason.operator().equals("odd")
                                        && reason.rule().equals("even")
                                        && reason.kind() == AbortReason.Kind.CONSTRAINT);
    }

    /** What a function keeps of a value, and goes on to change, is not what is installed. */
    @Test
    void mutableValuesAreCopied() throws Exception {
        List<TransactionResult<List<Long>>> results =
                EmbeddedFlink.collect(
                        summed(ConcurrencyControl.TIMESTAMP_BASED)
                                .apply(
                                        SEEN,
                                        (seen, number, transaction) -> {
                                            List<Long> all = seen.get();
                                            all = all == null ? new ArrayList<>() : all;
                                            all.add(number);
                                            seen.set(all);
                                            transaction.emit(all);
                                            all.add(-1L);
                                        },
                                        TypeInformation.of(new TypeHint<List<Long>>() {}))
                                .closeTransaction());

        SerialReplay.of(
                results,
                (text, view) -> {
                    long number = Long.parseLong(text);
                    long key = number % 10;
                    add(FIRST, number, view);
                    List<Long> before = view.read(SEEN, key);
                    List<Long> after = before == null ? new ArrayList<>() : new ArrayList<>(before);
                    after.add(number);
                    view.emit(view.write(SEEN, key, after));
                });
    }

    /** Elements of one transaction meet at a key, and each sees what those before it did. */
    @ParameterizedTest
    @EnumSource
    void elementsOfATransactionSeeWhatTheOthersWrote(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .flatMap(number -> Numbers.steps(number, 1, 2, 3), Step.class)
                                .keyBy(Step::key)
                                .apply(
                                        FIRST,
                                        (sum, step, transaction) -> {
                                            if (step.amount() != 2) {
                                                sum.set(sum.get() + step.amount());
                                            }
                                            transaction.emit(step);
                                        },
                                        Step.class)
                                .sameKey()
                                .apply(
                                        SECOND,
                                        step -> step.amount() == 1 ? WRITE : UPDATE,
                                        (sum, step, transaction) -> {
                                            switch ((int) step.amount()) {
                                                case 1 -> sum.set(step.number());
                                                case 2 -> sum.set(sum.get() + 1);
                                                default -> {
                                                    transaction.emit(sum.get());
                                                    sum.delete();
                                                }
                                            }
                                        },
                                        Long.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    long key = number % 5;
                    view.write(FIRST, key, view.read(FIRST, key) + 4);
                    view.emit(number + 1);
                    view.write(SECOND, key, null);
                });
    }

    /** As with a state of its own: declared to write only, it may read what it wrote. */
    @Test
    void elementThatOnlyWritesReadsWhatAnotherOneWrote() throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(ConcurrencyControl.TIMESTAMP_BASED, 2)
                                .flatMap(number -> Numbers.steps(number, 1, 2), Step.class)
                                .keyBy(Step::key)
                                .apply(
                                        FIRST,
                                        step -> WRITE,
                                        (sum, step, transaction) -> {
                                            boolean first = step.amount() == 1;
                                            sum.set(first ? step.number() : sum.get() + 1);
                                            transaction.emit(sum.get());
                                        },
                                        Long.class)
                                .sameKey()
                                .write(SECOND, sum -> sum)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    view.write(FIRST, number % 5, number + 1);
                    view.emit(number);
                    view.emit(view.write(SECOND, number % 5, number + 1));
                });
    }

    /** What a function keeps of its access is of no use to the one behind it. */
    @Test
    void accessEndsWithItsFunction() {
        assertThatThrownBy(
                        () ->
                                EmbeddedFlink.collect(
                                        open(ConcurrencyControl.LOCK_BASED, 1)
                                                .keyBy(number -> number % 10)
                                                .apply(
                                                        FIRST,
                                                        (sum, number, transaction) -> {
                                                            KEPT.set(sum);
                                                            transaction.emit(number);
                                                        },
                                                        Long.class)
                                                .sameKey()
                                                .update(SECOND, (sum, number) -> KEPT.get().get())
                                                .closeTransaction()))
                .hasStackTraceContaining(
                        "the call that the access was passed to has returned, state=first");
    }

    @ParameterizedTest
    @EnumSource
    void readersOfAllStatesWriteNothing(ConcurrencyControl control) throws Exception {
        List<TransactionResult<String>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(number -> number % 10)
                                .read(FIRST, (sum, number) -> number, Long.class)
                                .sameKey()
                                .read(SECOND, (sum, number) -> "saw " + sum, String.class)
                                .closeTransaction());

        checkReplay(results, (number, view) -> view.emit("saw 0"));
    }

    @Test
    void modeOfEachStateIsKept() {
        assertThatThrownBy(
                        () ->
                                EmbeddedFlink.collect(
                                        open(ConcurrencyControl.LOCK_BASED, 1)
                                                .keyBy(number -> number % 10)
                                                .update(FIRST, Long::sum)
                                                .sameKey()
                                                .apply(
                                                        SECOND,
                                                        number -> AccessMode.READ,
                                                        (sum, number, transaction) ->
                                                                sum.set(number),
                                                        Long.class)
                                                .closeTransaction()))
                .hasStackTraceContaining(
                        "Cannot write state: the access was declared to read only, state=second");
    }

    // ------------------------------------------------------------------ recovery

    /**
     * The log has the values of each state for itself, and those of two coordinators come in any
     * order of their timestamps.
     */
    @ParameterizedTest
    @EnumSource(Backend.class)
    void logGivesEachStateItsNewestValues(Backend backend, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        HookedLog log =
                new HookedLog(test, new FileLog(directory.resolve("log").toUri().toString()));
        TransactionalGraph graph = graph().writeAheadLog(log);
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, backend, EmbeddedFlink.recovering(Duration.ofMillis(NEVER_MS)));
        DataStream<TransactionResult<String>> results =
                workload().run(graph, numbers(environment, new PacedNumbers(TRANSACTIONS, PACE)));
        Tap.open(results, test);
        ExactlyOnceSink.collect(results, test);
        JobClient job = environment.executeAsync();

        for (int run = 1; run <= 2; run++) {
            Tap.await(test, run * TRANSACTIONS / 4, job.getJobExecutionResult());
            if (run == 2) { // what comes from the log comes on top of it
                CommonTestUtils.waitForAllTaskRunning(cluster, job.getJobID(), true);
                cluster.triggerCheckpoint(job.getJobID(), CheckpointType.FULL).get();
                Tap.await(test, TRANSACTIONS * 3 / 4, job.getJobExecutionResult());
            }
            log.hooks().failJob();
            log.hooks().awaitOpened(2 * (run + 1));
        }
        openGates(job);

        workload().check(serializable(), ExactlyOnceSink.received(test));
    }

    @ParameterizedTest(name = "{0}, parallelism 2 to {1}")
    @CsvSource({"HEAP, 4", "HEAP, 1", "ROCKSDB, 4", "ROCKSDB, 1"})
    void savepointHasTheValuesOfAllStates(Backend backend, int parallelism) throws Exception {
        Configuration often = EmbeddedFlink.checkpointing(Duration.ofMillis(OFTEN_MS));
        JobClient job = start(EmbeddedFlink.environment(2, backend, often), "before");
        Tap.await(test + "before", EARLY, job.getJobExecutionResult());
        String savepoint = stop(job);

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
        String savepoint = stop(job);

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
    void stateThatWasRemovedComesBack(Backend backend, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        JobClient job = count(EmbeddedFlink.environment(2, backend, new Configuration()), "before");
        Tap.await(test + "before", EARLY, job.getJobExecutionResult());
        Configuration restoring = new Configuration();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, stop(job));

        StreamExecutionEnvironment without = EmbeddedFlink.environment(2, backend, restoring);
        Tap.open(
                graph().openTransaction(numbers(without))
                        .keyBy(number -> number % 10)
                        .update(FIRST, Long::sum)
                        .closeTransaction(),
                test + "without");
        job = without.executeAsync();
        CommonTestUtils.waitForAllTaskRunning(cluster, job.getJobID(), true);
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, stop(job));
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
                if (update.operator().equals(state.name())) {
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

    private String stop(JobClient job) throws InterruptedException, ExecutionException {
        String savepoint =
                job.stopWithSavepoint(false, directory.toString(), SavepointFormatType.CANONICAL)
                        .get();
        job.getJobExecutionResult().get();
        return savepoint;
    }

    /** All numbers, half of which wait, and the last one, which reads everything. */
    private DataStream<Long> numbers(StreamExecutionEnvironment environment) {
        GatedNumbers first =
                new GatedNumbers(0, TRANSACTIONS, new GatedNumbers.Gate(test, EARLY, TRANSACTIONS));
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
