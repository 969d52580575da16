/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.OutputFunction;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Numbers.Step;
import io.tspoon.testing.SerialReplay;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.tspoon.testing.Numbers.COUNT;
import static io.tspoon.testing.Numbers.checkReplay;
import static io.tspoon.testing.Numbers.open;
import static io.tspoon.testing.Numbers.steps;
import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;

/** T-graphs with branches, and jobs with several t-graphs. */
class BranchesITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final StateSpec<Long, Long> FIRST = sums("first");
    private static final StateSpec<Long, Long> SECOND = sums("second");
    private static final StateSpec<Long, Long> THIRD = sums("third");

    /** Allows so much that about half of all debits are refused. */
    private static final StateSpec<Long, Long> ALLOWANCE =
            StateSpec.named("allowance", Long.class, Long.class)
                    .initialValue(COUNT / 20L)
                    .constraint(Bank.CONSTRAINT, allowance -> allowance >= 0);

    @ParameterizedTest
    @EnumSource
    void branchesCommitOrAbortTogether(ConcurrencyControl control) throws Exception {
        TransactionalStream<Long> opened = open(control, 2);
        TransactionalStream<Long> left = debit(opened);
        TransactionalStream<Long> right = credit(opened);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(left.union(right).closeTransaction());

        checkReplay(results, BranchesITCase::debitAndCredit);
        assertThat(results).anyMatch(TransactionResult::isAborted);
    }

    @ParameterizedTest
    @EnumSource
    void severalLeavesAreClosedTogether(ConcurrencyControl control) throws Exception {
        TransactionalStream<Long> opened = open(control, 4);
        TransactionalStream<Long> left = debit(opened);
        TransactionalStream<Long> right = credit(opened);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(TransactionalGraph.closeTransaction(left, right));

        checkReplay(results, BranchesITCase::debitAndCredit);
    }

    @ParameterizedTest
    @CsvSource({"LOCK_BASED, 2", "LOCK_BASED, 4", "TIMESTAMP_BASED, 2", "TIMESTAMP_BASED, 4"})
    void parallelBranchesMeetAgain(ConcurrencyControl control, int parallelism) throws Exception {
        OutputFunction<Long, Step, Step> sum = (value, step) -> new Step(step.number(), 0, value);
        OutputFunction<Long, Step, Long> amount = (value, step) -> step.amount();
        TransactionalStream<Step> steps =
                open(control, parallelism).flatMap(number -> steps(number, 1, 2, 3), Step.class);
        TransactionalStream<Step> odd =
                steps.filter(step -> step.amount() % 2 == 1)
                        .keyBy(Step::key)
                        .update(FIRST, (value, step) -> value + step.amount(), sum, Step.class);
        TransactionalStream<Step> even =
                steps.filter(step -> step.amount() % 2 == 0)
                        .keyBy(Step::key)
                        .update(SECOND, (value, step) -> value + step.amount(), sum, Step.class);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        odd.union(even)
                                .keyBy(Step::key)
                                .update(THIRD, (v, step) -> v + step.amount(), amount, Long.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    for (Step step : steps(number, 1, 2, 3)) {
                        StateSpec<Long, Long> state = step.amount() % 2 == 1 ? FIRST : SECOND;
                        long value = view.read(state, step.key()) + step.amount();
                        view.write(state, step.key(), value);
                        view.write(THIRD, 0L, view.read(THIRD, 0L) + value);
                        view.emit(value);
                    }
                });
    }

    /** The number of paths doubles with each of them: to look at all would take for ever. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void manyBranchesInARowMeetAgain() throws Exception {
        int stages = 40;
        TransactionalStream<Long> stream =
                open(ConcurrencyControl.TIMESTAMP_BASED, 2)
                        .keyBy(number -> number % 10)
                        .update(FIRST, (value, number) -> value + 1, (v, n) -> n, Long.class);
        for (int i = 0; i < stages; i++) {
            stream =
                    stream.filter(number -> number % 2 == 0)
                            .map(number -> number + 2)
                            .union(stream.filter(number -> number % 2 != 0));
        }

        List<TransactionResult<Long>> results = EmbeddedFlink.collect(stream.closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    view.write(FIRST, number % 10, view.read(FIRST, number % 10) + 1);
                    view.emit(number % 2 == 0 ? number + 2 * stages : number);
                });
    }

    // ------------------------------------------------------------------ several t-graphs

    @ParameterizedTest
    @EnumSource
    void resultsOfOneGraphFeedTheNext(ConcurrencyControl control) throws Exception {
        String test = "one-after-the-other-" + control;
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        DataStream<TransactionResult<Long>> first =
                debit(open(environment, control, "first")).closeTransaction();
        DataStream<Step> committed =
                first.filter(TransactionResult::isCommitted)
                        .map(result -> new Step(Long.parseLong(result.key()), 0, 1))
                        .returns(Step.class);
        DataStream<TransactionResult<Long>> second =
                TransactionalGraph.named("second")
                        .concurrencyControl(control)
                        .openTransaction(committed, step -> Long.toString(step.number()))
                        .keyBy(Step::key)
                        .update(SECOND, (sum, step) -> sum + step.amount())
                        .closeTransaction();
        ExactlyOnceSink.collect(first, test + "-1");
        ExactlyOnceSink.collect(second, test + "-2");

        environment.execute();

        List<TransactionResult<Long>> debits = ExactlyOnceSink.received(test + "-1");
        List<TransactionResult<Long>> counts = ExactlyOnceSink.received(test + "-2");
        checkReplay(debits, BranchesITCase::debitOnly);
        assertThat(counts)
                .extracting(TransactionResult::key)
                .containsExactlyInAnyOrderElementsOf(committedKeys(debits));
        SerialReplay replay = SerialReplay.of(counts, (key, view) -> count(view));
        assertThat(replay.value(SECOND, 0L)).isEqualTo(counts.size());
    }

    @ParameterizedTest
    @EnumSource
    void twoGraphsRunSideBySide(ConcurrencyControl control) throws Exception {
        String test = "side-by-side-" + control;
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        ExactlyOnceSink.collect(
                debit(open(environment, control, "left")).closeTransaction(), test + "-1");
        ExactlyOnceSink.collect(
                credit(open(environment, control, "right")).closeTransaction(), test + "-2");

        environment.execute();

        checkReplay(ExactlyOnceSink.received(test + "-1"), BranchesITCase::debitOnly);
        checkReplay(
                ExactlyOnceSink.received(test + "-2"),
                (number, view) -> {
                    long credit = view.read(SECOND, number % 11) + 7;
                    view.write(SECOND, number % 11, credit);
                    view.emit(credit);
                });
    }

    // ------------------------------------------------------------------ parts of programs

    private static TransactionalStream<Long> debit(TransactionalStream<Long> numbers) {
        return numbers.keyBy(number -> number % 5)
                .update(ALLOWANCE, (allowance, number) -> allowance - number % 2);
    }

    private static TransactionalStream<Long> credit(TransactionalStream<Long> numbers) {
        return numbers.keyBy(number -> number % 11).update(SECOND, (credit, number) -> credit + 7);
    }

    private static void debitOnly(long number, SerialReplay.View view) {
        long allowance = view.read(ALLOWANCE, number % 5) - number % 2;
        view.emit(view.write(ALLOWANCE, number % 5, allowance));
    }

    private static void debitAndCredit(long number, SerialReplay.View view) {
        debitOnly(number, view);
        view.emit(view.write(SECOND, number % 11, view.read(SECOND, number % 11) + 7));
    }

    private static void count(SerialReplay.View view) {
        view.emit(view.write(SECOND, 0L, view.read(SECOND, 0L) + 1));
    }

    private static List<String> committedKeys(List<TransactionResult<Long>> results) {
        return results.stream()
                .filter(TransactionResult::isCommitted)
                .map(TransactionResult::key)
                .toList();
    }
}
