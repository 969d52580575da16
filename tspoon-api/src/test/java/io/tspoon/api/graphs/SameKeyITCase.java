/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.KeyedTransactionalStream;
import io.tspoon.api.StateSpec;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.Numbers.Step;
import io.tspoon.testing.SerialReplay;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
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
import static io.tspoon.transaction.AccessMode.UPDATE;
import static io.tspoon.transaction.AccessMode.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Several states with one key: what their functions see and may do. {@link ShapeMatrixITCase} has
 * them at every level.
 */
class SameKeyITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final ThreadLocal<ValueAccess<Long>> KEPT = new ThreadLocal<>();

    private static final StateSpec<Long, Long> FIRST = sums("first");
    private static final StateSpec<Long, Long> SECOND = sums("second");
    private static final StateSpec<Long, List<Long>> SEEN =
            StateSpec.named("seen", new TypeHint<Long>() {}, new TypeHint<List<Long>>() {});

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
    @ParameterizedTest
    @EnumSource
    void elementThatOnlyWritesReadsWhatAnotherOneWrote(ConcurrencyControl control)
            throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
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

    /** Nor to the transaction after it, be it that the same object serves for that one. */
    @Test
    void accessEndsWithAnAbortToo() throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(ConcurrencyControl.TIMESTAMP_BASED, 1)
                                .keyBy(number -> number % 10)
                                .apply(
                                        FIRST,
                                        (sum, number, transaction) -> {
                                            ValueAccess<Long> kept = KEPT.get();
                                            if (kept != null) {
                                                assertThatThrownBy(kept::get)
                                                        .isInstanceOf(IllegalStateException.class);
                                            }
                                            KEPT.set(sum);
                                            transaction.abort("always");
                                        },
                                        Long.class)
                                .sameKey()
                                .update(SECOND, Long::sum)
                                .closeTransaction());

        assertThat(results).hasSize(COUNT).allMatch(TransactionResult::isAborted);
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
                        "Cannot write state: the mode of the access does not allow it, mode=READ,"
                                + " state=second, key=");
    }
}
