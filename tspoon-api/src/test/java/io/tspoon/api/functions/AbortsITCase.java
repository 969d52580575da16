/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.functions;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.ForAnyShape;
import io.tspoon.testing.Numbers.Step;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AbortReason.Kind;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionContext;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

import static io.tspoon.testing.Numbers.COUNT;
import static io.tspoon.testing.Numbers.checkReplay;
import static io.tspoon.testing.Numbers.open;
import static io.tspoon.testing.Numbers.steps;
import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Who may abort a transaction, what its result says then, and that nothing is left of it. */
class AbortsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final StateSpec<Long, Long> SUM = sums("sum");
    private static final StateSpec<Long, Long> LIMITED =
            sums("limited").constraint("at most 5000", sum -> sum <= 5_000);
    private static final StateSpec<Long, Long> OPENED =
            StateSpec.named("opened", Long.class, Long.class)
                    .constraint("even", value -> value % 2 == 0);

    // ------------------------------------------------------------------ reasons

    @ParameterizedTest
    @EnumSource
    void applyAbortsWithItsReason(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(number -> number % 10)
                                .apply(
                                        SUM,
                                        (sum, number, transaction) -> {
                                            transaction.emit(number);
                                            sum.set(sum.get() + 1);
                                            if (number % 3 == 0) {
                                                transaction.abort("no", "n", number, "by", 3);
                                            }
                                        },
                                        Long.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    view.emit(number);
                    view.write(SUM, number % 10, view.read(SUM, number % 10) + 1);
                    if (number % 3 == 0) {
                        view.abort("no");
                    }
                });
        checkReason(
                results,
                number ->
                        new AbortReason(
                                Kind.USER,
                                "sum",
                                "" + number % 10,
                                "no",
                                "n=" + number + ", by=3"));
    }

    @ParameterizedTest
    @EnumSource
    void processBeforeAnyStateAbortsWithItsReason(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .process(AbortsITCase::refuseThirds, Long.class)
                                .keyBy(number -> number % 10)
                                .update(SUM, (sum, number) -> sum + 1)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    if (number % 3 == 0) {
                        view.abort("divisible");
                    }
                    view.emit(view.write(SUM, number % 10, view.read(SUM, number % 10) + 1));
                });
        checkReason(results, number -> byProcess("", number));
    }

    @ParameterizedTest
    @ForAnyShape
    void processBehindAStateAbortsWithTheKeyThatWasAccessed(ConcurrencyControl control)
            throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(number -> number % 10)
                                .update(
                                        SUM,
                                        (sum, number) -> sum + 1,
                                        (sum, number) -> number,
                                        Long.class)
                                .process(AbortsITCase::refuseThirds, Long.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    view.write(SUM, number % 10, view.read(SUM, number % 10) + 1);
                    view.emit(number);
                    if (number % 3 == 0) {
                        view.abort("divisible");
                    }
                });
        checkReason(results, number -> byProcess("" + number % 10, number));
    }

    // ------------------------------------------------------------------ all or nothing

    @ParameterizedTest
    @EnumSource
    void oneKeyOfManyThatViolatesTheConstraintAbortsAll(ConcurrencyControl control)
            throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .flatMap(AbortsITCase::onTenKeys, Step.class)
                                .keyBy(Step::key)
                                .update(LIMITED, (sum, step) -> sum + step.amount())
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    for (Step step : onTenKeys(number)) {
                        long sum = view.read(LIMITED, step.key()) + step.amount();
                        view.emit(view.write(LIMITED, step.key(), sum));
                    }
                });
        assertThat(results).anyMatch(TransactionResult::isCommitted);
        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .isNotEmpty()
                .flatExtracting(TransactionResult::reasons)
                .allSatisfy(
                        reason -> {
                            assertThat(reason.kind()).isEqualTo(Kind.CONSTRAINT);
                            assertThat(reason.operator()).isEqualTo("limited");
                            assertThat(Long.parseLong(reason.key())).isBetween(0L, 12L);
                            assertThat(reason.rule()).isEqualTo("at most 5000");
                        });
    }

    /**
     * Else it would lack what the other one has not written, and its function would fail. On one
     * key a transaction is decided where it is, on ten it meets both instances.
     */
    @ParameterizedTest
    @CsvSource({
        "LOCK_BASED, 1",
        "LOCK_BASED, 10",
        "TIMESTAMP_BASED, 1",
        "TIMESTAMP_BASED, 10",
        "DETERMINISTIC, 1",
        "DETERMINISTIC, 10"
    })
    void accessIsNotRunBehindOneOfItsKeyThatAborts(ConcurrencyControl control, int keys)
            throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .flatMap(number -> openedAndUsed(number, keys), Step.class)
                                .keyBy(Step::key)
                                .update(OPENED, AbortsITCase::openOrUse)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    for (Step step : openedAndUsed(number, keys)) {
                        Long value = view.read(OPENED, step.key());
                        view.emit(view.write(OPENED, step.key(), openOrUse(value, step)));
                    }
                });
        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .hasSize(COUNT / 2)
                .allSatisfy(result -> assertThat(result.reasons()).hasSize(keys));
    }

    /** There an operator waits for each access before it says that nothing earlier will follow. */
    @ParameterizedTest
    @ForAnyShape
    void accessThatIsNotRunHoldsNobodyUpInEntryOrder(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("shape")
                                .isolation(IsolationLevel.PL4)
                                .concurrencyControl(control)
                                .deadline(Duration.ofSeconds(30))
                                .openTransaction(
                                        EmbeddedFlink.environment(2).fromSequence(0, COUNT - 1),
                                        number -> Long.toString(number))
                                .flatMap(number -> steps(number, 1, 2), Step.class)
                                .keyBy(Step::key)
                                .update(
                                        LIMITED,
                                        AbortsITCase::tooMuchForThirds,
                                        (sum, step) -> step,
                                        Step.class)
                                .keyBy(Step::key)
                                .update(SUM, (sum, step) -> sum + step.amount())
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    for (Step step : steps(number, 1, 2)) {
                        view.write(LIMITED, step.key(), tooMuchForThirds(0, step));
                        long sum = view.read(SUM, step.key()) + step.amount();
                        view.emit(view.write(SUM, step.key(), sum));
                    }
                });
    }

    /** The signal of an abort is an exception, which code may catch by accident. */
    @ParameterizedTest
    @EnumSource
    void caughtSignalAbortsAllTheSame(ConcurrencyControl control) throws Exception {
        abortsAllTheSame(control, AbortsITCase::swallow);
    }

    /** Or wrap, in code that knows nothing of the one behind it that aborts. */
    @ParameterizedTest
    @EnumSource
    void wrappedSignalAbortsAllTheSame(ConcurrencyControl control) throws Exception {
        abortsAllTheSame(control, AbortsITCase::wrap);
    }

    @ParameterizedTest
    @EnumSource
    void errorBehindASignalAbortsAllTheSame(ConcurrencyControl control) throws Exception {
        abortsAllTheSame(control, AbortsITCase::wrapInError);
    }

    private static void abortsAllTheSame(ConcurrencyControl control, Careless careless)
            throws Exception {
        // Nothing may abort behind a state there.
        boolean sevenths = control != ConcurrencyControl.DETERMINISTIC;
        TransactionalStream<Long> behind =
                open(control, 2)
                        .process(
                                (number, transaction, out) -> {
                                    careless.run(() -> refuseThirds(number, transaction, out));
                                    out.collect(number);
                                },
                                Long.class)
                        .keyBy(number -> number % 10)
                        .apply(
                                LIMITED,
                                (sum, number, transaction) -> {
                                    careless.run(() -> sum.set(sum.get() + 10_000 * (number % 2)));
                                    careless.run(() -> refuseFifths(number, transaction));
                                    sum.set(7L);
                                    transaction.emit(number);
                                },
                                Long.class)
                        .<Long>flatMap(
                                (number, out) -> careless.run(() -> out.collect(number)),
                                Types.LONG);
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        (sevenths
                                        ? behind.process(AbortsITCase::refuseSevenths, Long.class)
                                        : behind)
                                .closeTransaction());

        assertThat(results)
                .filteredOn(TransactionResult::isCommitted)
                .isNotEmpty()
                .extracting(result -> Long.parseLong(result.key()))
                .allMatch(n -> n % 3 != 0 && n % 2 == 0 && n % 5 != 0 && !(sevenths && n % 7 == 0));
        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .extracting(result -> Long.parseLong(result.key()))
                .allMatch(n -> n % 3 == 0 || n % 2 != 0 || n % 5 == 0 || (sevenths && n % 7 == 0));
    }

    /** In front of a state and behind one. */
    @ParameterizedTest
    @ForAnyShape
    void operationsAreToldApartByTheirNames(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .process(AbortsITCase::refuseThirds, Long.class)
                                .named("wellFormed")
                                .keyBy(number -> number % 10)
                                .read(SUM, (sum, number) -> number, Long.class)
                                .process(AbortsITCase::refuseSevenths, Long.class)
                                .named("approved")
                                .closeTransaction());

        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .isNotEmpty()
                .allSatisfy(
                        result -> {
                            long number = Long.parseLong(result.key());
                            List<String> names = new ArrayList<>();
                            if (number % 3 == 0) {
                                names.add("wellFormed");
                            }
                            if (number % 7 == 0) {
                                names.add("approved");
                            }
                            assertThat(result.reasons())
                                    .extracting(AbortReason::operator)
                                    .isNotEmpty()
                                    .isSubsetOf(names);
                        });
        assertThat(results)
                .flatExtracting(TransactionResult::reasons)
                .extracting(AbortReason::operator)
                .contains("wellFormed", "approved");
    }

    @Test
    void operationNeedsAFitName() {
        var step = open(ConcurrencyControl.TIMESTAMP_BASED, 2).filter(number -> true);
        assertThatThrownBy(() -> step.named("well formed"))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessage(
                        "[TSP-1113] Cannot name operation: unfit name, name=well formed."
                                + " Use a letter, then up to 63 letters, digits, '_' or '-'.");
        var sums = step.keyBy(number -> number).read(SUM, (sum, number) -> number, Long.class);
        sums.closeTransaction();
        assertThatThrownBy(() -> step.named("late"))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageContaining("operation=named");
    }

    // ------------------------------------------------------------------ parts

    private static void refuseThirds(
            long number, TransactionContext transaction, Collector<Long> out) {
        out.collect(number);
        if (number % 3 == 0) {
            transaction.abort("divisible", "number", number);
        }
    }

    private static void refuseFifths(long number, TransactionContext transaction) {
        if (number % 5 == 0) {
            transaction.abort("fifths");
        }
    }

    private static void refuseSevenths(
            long number, TransactionContext transaction, Collector<Long> out) {
        if (number % 7 == 0) {
            transaction.abort("sevenths");
        }
        out.collect(number);
    }

    private static AbortReason byProcess(String key, long number) {
        return new AbortReason(Kind.USER, "process", key, "divisible", "number=" + number);
    }

    private static void checkReason(
            List<TransactionResult<Long>> results, LongFunction<AbortReason> reason) {
        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .hasSize((COUNT + 2) / 3)
                .allSatisfy(
                        result ->
                                assertThat(result.reasons())
                                        .containsExactly(
                                                reason.apply(Long.parseLong(result.key()))));
    }

    private static Long tooMuchForThirds(long sum, Step step) {
        return step.number() % 3 == 0 ? 10_000L : step.number();
    }

    /** Keys of its own, each written for the first time, and then once more. */
    private static List<Step> openedAndUsed(long number, int keys) {
        List<Step> steps = new ArrayList<>();
        for (long key = number * keys; key < (number + 1) * keys; key++) {
            steps.add(new Step(number, key, 0));
        }
        for (long key = number * keys; key < (number + 1) * keys; key++) {
            steps.add(new Step(number, key, 2));
        }
        return steps;
    }

    /** Whoever uses a key relies on that it was opened. */
    private static Long openOrUse(Long value, Step step) {
        return step.amount() == 0 ? step.number() : Long.valueOf(value + step.amount());
    }

    private static List<Step> onTenKeys(long number) {
        List<Step> steps = new ArrayList<>();
        for (long i = 0; i < 10; i++) {
            steps.add(new Step(number, (number + i) % 13, number % 11 * i));
        }
        return steps;
    }

    /** Code that catches whatever there is. */
    private interface Careless extends Serializable {
        void run(Runnable action);
    }

    private static void wrap(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            throw new IllegalStateException("something is wrong", e);
        }
    }

    private static void wrapInError(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            throw new AssertionError("something is wrong", e);
        }
    }

    private static void swallow(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            // As careless code does.
        }
    }
}
