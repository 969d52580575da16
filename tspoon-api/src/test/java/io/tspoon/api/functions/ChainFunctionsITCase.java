/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.functions;

import io.tspoon.api.KeyedTransactionalStream;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers.Step;
import io.tspoon.testing.SerialReplay;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;

import static io.tspoon.testing.Numbers.COUNT;
import static io.tspoon.testing.Numbers.checkReplay;
import static io.tspoon.testing.Numbers.open;
import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Functions whose accesses are executed in chains: they may run several times, on values that are
 * never committed, and a program may say which of them never abort.
 */
class ChainFunctionsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final StateSpec<Long, Long> SUM = sums("sum");
    private static final StateSpec<Long, Long> SOME = sums("some");
    private static final StateSpec<Long, Long> REFUSING =
            sums("refusing").constraint("not divisible", sum -> sum % 4 != 3);

    /** What a transaction writes that its other key refuses. */
    private static final long BROKEN = -1_000_000;

    /** How a program says that only some of the accesses may abort. */
    enum Said {
        NOTHING {
            @Override
            KeyedTransactionalStream<Step, Long> of(KeyedTransactionalStream<Step, Long> keyed) {
                return keyed;
            }
        },
        ONLY_SOME {
            @Override
            KeyedTransactionalStream<Step, Long> of(KeyedTransactionalStream<Step, Long> keyed) {
                return keyed.failsOnlyIf(ChainFunctionsITCase::mayBeRefused);
            }
        };

        abstract KeyedTransactionalStream<Step, Long> of(
                KeyedTransactionalStream<Step, Long> keyed);
    }

    // ------------------------------------------------------------------ many keys

    /** Each of two hundred keys twice, or a narrow one in between; some are refused at one key. */
    @ParameterizedTest
    @EnumSource
    void wideTransactionsMeetTheirKeysTwice(Said said) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        said.of(
                                        chains(2)
                                                .flatMap(ChainFunctionsITCase::wide, Step.class)
                                                .keyBy(Step::key))
                                .apply(
                                        SUM,
                                        (sum, step, transaction) -> {
                                            sum.set(sum.get() + step.amount());
                                            if (step.amount() < 0 && sum.get() % 3 == 0) {
                                                transaction.abort("by three");
                                            }
                                            transaction.emit(sum.get());
                                        },
                                        Long.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    for (Step step : wide(number)) {
                        long sum = view.read(SUM, step.key()) + step.amount();
                        view.write(SUM, step.key(), sum);
                        if (step.amount() < 0 && sum % 3 == 0) {
                            view.abort("by three");
                        }
                        view.emit(sum);
                    }
                });
        assertThat(results).anyMatch(TransactionResult::isAborted);
        assertThat(results).anyMatch(TransactionResult::isCommitted);
    }

    private static List<Step> wide(long number) {
        List<Step> steps = new ArrayList<>();
        int keys = number % 100 == 7 ? 200 : 2;
        for (int round = 0; round < 2; round++) {
            for (long key = 0; key < keys; key++) {
                long amount = round == 1 && key == 1 && number % 2 == 0 ? -1 - number % 5 : number;
                steps.add(new Step(number, key, amount));
            }
        }
        return steps;
    }

    private static boolean mayBeRefused(Step step) {
        return step.amount() < 0;
    }

    // ------------------------------------------------------------------ in front of the states

    /**
     * Some abort when a part of their elements is out, some have no elements. Odd numbers go only
     * where nothing fails.
     */
    @Test
    void abortInFrontOfTheStatesTakesBackWhatWasEmitted() throws Exception {
        TransactionalStream<Step> steps =
                chains(4)
                        .process(
                                (number, transaction, out) -> {
                                    for (long key = 0; key < number % 5; key++) {
                                        out.collect(new Step(number, key, number));
                                        if (key == 2 && number % 3 == 0) {
                                            transaction.abort("thirds");
                                        }
                                    }
                                },
                                Step.class);
        TransactionalStream<Long> left =
                steps.keyBy(Step::key).update(SUM, (sum, step) -> sum + step.amount());
        TransactionalStream<Long> right =
                steps.filter(step -> step.number() % 2 == 0)
                        .keyBy(step -> step.key() % 2)
                        .update(REFUSING, (sum, step) -> sum + 1);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(left.union(right).closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    if (number % 3 == 0 && number % 5 > 2) {
                        view.abort("thirds");
                    }
                    for (long key = 0; key < number % 5; key++) {
                        view.emit(view.write(SUM, key, view.read(SUM, key) + number));
                    }
                    for (long key = 0; key < number % 5 && number % 2 == 0; key++) {
                        long at = key % 2;
                        view.emit(view.write(REFUSING, at, view.read(REFUSING, at) + 1));
                    }
                });
        assertThat(results).anyMatch(result -> result.isCommitted() && result.emitted().isEmpty());
    }

    // ------------------------------------------------------------------ that run again

    /**
     * Every 32nd transaction writes what its other key refuses. Others see it until that is known,
     * and fail then.
     */
    @Test
    void exceptionOnAValueThatIsNeverCommittedFailsNoJob() throws Exception {
        List<TransactionResult<Long>> results = EmbeddedFlink.collect(broken(sum -> sum < 0));

        checkReplay(results, ChainFunctionsITCase::broken);
        assertThat(results).filteredOn(TransactionResult::isAborted).hasSize(COUNT / 32);
    }

    /** Without the first of them there would be no sum of five. */
    @Test
    void exceptionOnACommittedValueFailsTheJob() {
        assertThatThrownBy(() -> EmbeddedFlink.collect(broken(sum -> sum == 5)))
                .hasStackTraceContaining("Out of order, sum=5");
    }

    /** Tells which sums a function does not stand. */
    private interface Intolerance extends java.io.Serializable {
        boolean of(long sum);
    }

    private static DataStream<TransactionResult<Long>> broken(Intolerance intolerance) {
        return chains(2)
                .flatMap(
                        number ->
                                List.of(
                                        new Step(number, number % 3, 1),
                                        new Step(number, 100 + number % 7, 0)),
                        Step.class)
                .keyBy(Step::key)
                .apply(
                        SUM,
                        (sum, step, transaction) -> {
                            if (step.amount() == 0) {
                                if (isBroken(step.number())) {
                                    transaction.abort("broken");
                                }
                                return;
                            }
                            if (intolerance.of(sum.get())) {
                                throw new IllegalStateException("Out of order, sum=" + sum.get());
                            }
                            sum.set(isBroken(step.number()) ? BROKEN : sum.get() + 1);
                            transaction.emit(sum.get());
                        },
                        Long.class)
                .closeTransaction();
    }

    private static void broken(long number, SerialReplay.View view) {
        if (isBroken(number)) {
            view.abort("broken");
        }
        view.emit(view.write(SUM, number % 3, view.read(SUM, number % 3) + 1));
    }

    private static boolean isBroken(long number) {
        return number % 32 == 17;
    }

    /** An element that its function may change, as long as the job has no object reuse. */
    public static final class Changing {
        public long number;
        public long key;
        public long amount;

        public Changing() {}

        Changing(long number, long key, long amount) {
            this.number = number;
            this.key = key;
            this.amount = amount;
        }
    }

    /** As every fifth aborts at another key, most of the others run again. */
    @Test
    void functionThatRunsAgainSeesItsElementAsItCame() throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        chains(2)
                                .flatMap(ChainFunctionsITCase::changing, Changing.class)
                                .keyBy(element -> element.key)
                                .apply(
                                        SUM,
                                        (sum, element, transaction) -> {
                                            if (element.amount == 0) {
                                                if (element.number % 5 == 0) {
                                                    transaction.abort("fifths");
                                                }
                                                return;
                                            }
                                            sum.set(sum.get() + element.amount);
                                            element.amount += 1_000;
                                            transaction.emit(element.amount);
                                        },
                                        Long.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    if (number % 5 == 0) {
                        view.abort("fifths");
                    }
                    view.write(SUM, number % 3, view.read(SUM, number % 3) + 1);
                    view.emit(1_001L);
                });
    }

    private static List<Changing> changing(long number) {
        return List.of(
                new Changing(number, number % 3, 1), new Changing(number, 100 + number % 7, 0));
    }

    // ------------------------------------------------------------------ what a program says

    @Test
    void accessesThatNeverFailCommit() throws Exception {
        TransactionalStream<Long> numbers = chains(4);
        TransactionalStream<Long> left =
                numbers.keyBy(number -> number % 3)
                        .neverFails()
                        .apply(
                                SUM,
                                (sum, number, transaction) -> {
                                    sum.set(sum.get() + number);
                                    transaction.emit(sum.get());
                                },
                                Long.class);
        TransactionalStream<Long> right =
                numbers.keyBy(number -> number % 2)
                        .failsOnlyIf(number -> number % 10 == 0)
                        .apply(
                                SOME,
                                (sum, number, transaction) -> {
                                    if (number % 10 == 0 && sum.get() % 2 == 0) {
                                        transaction.abort("tenths");
                                    }
                                    sum.set(sum.get() + 1);
                                },
                                Long.class);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(left.union(right).closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    view.emit(view.write(SUM, number % 3, view.read(SUM, number % 3) + number));
                    long sum = view.read(SOME, number % 2);
                    if (number % 10 == 0 && sum % 2 == 0) {
                        view.abort("tenths");
                    }
                    view.write(SOME, number % 2, sum + 1);
                });
        assertThat(results).anyMatch(TransactionResult::isAborted);
    }

    /** Others may rely on it by then. */
    @Test
    void accessThatFailsAlthoughItNeverFailsFailsTheJob() {
        assertThatThrownBy(
                        () ->
                                EmbeddedFlink.collect(
                                        chains(2)
                                                .keyBy(number -> number % 3)
                                                .neverFails()
                                                .update(REFUSING, (sum, number) -> sum + 1)
                                                .closeTransaction()))
                .hasStackTraceContaining("[TSP-2526] Cannot abort transaction")
                .hasStackTraceContaining("its access was declared never to fail")
                .hasStackTraceContaining("state=refusing, key=")
                .hasStackTraceContaining("Declare that it may fail");
    }

    @Test
    void elementThatFailsThoughItIsNoneOfThoseThatMayFailsTheJob() {
        assertThatThrownBy(
                        () ->
                                EmbeddedFlink.collect(
                                        chains(2)
                                                .keyBy(number -> number % 3)
                                                .failsOnlyIf(number -> number % 2 == 0)
                                                .insert(SUM, number -> number)
                                                .closeTransaction()))
                .hasStackTraceContaining("[TSP-2526]")
                .hasStackTraceContaining("state=sum, key=");
    }

    // ------------------------------------------------------------------ parts

    private static TransactionalStream<Long> chains(int parallelism) {
        return open(ConcurrencyControl.DETERMINISTIC, parallelism);
    }
}
