/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.graphs;

import io.tspoon.api.StateSpec;
import io.tspoon.api.StatefulFunction;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.ForAnyShape;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.stream.Stream;

import static io.tspoon.testing.Numbers.COUNT;
import static io.tspoon.testing.Numbers.checkReplay;
import static io.tspoon.testing.Numbers.open;
import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What each way to access a state does, and what it refuses to do. */
class AccessKindsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int STEPS = 2;
    private static final StateSpec<Long, Long> SUM = sums("sum");
    private static final StateSpec<Long, Long> BARE =
            StateSpec.named("bare", Long.class, Long.class);

    // ------------------------------------------------------------------ each kind

    @ParameterizedTest
    @ForAnyShape
    void readSeesTheInitialValueAndWritesNothing(ConcurrencyControl control) throws Exception {
        List<TransactionResult<String>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(number -> number % 10)
                                .read(SUM, (sum, number) -> number, Long.class)
                                .keyBy(number -> number % 10)
                                .read(BARE, (bare, number) -> "saw " + bare, String.class)
                                .closeTransaction());

        checkReplay(results, (number, view) -> view.emit("saw null"));
    }

    @ParameterizedTest
    @EnumSource
    void writeReplacesTheValueUnseen(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(number -> number % 10)
                                .write(BARE, number -> number)
                                .closeTransaction());

        checkReplay(results, (number, view) -> view.emit(view.write(BARE, number % 10, number)));
    }

    @ParameterizedTest
    @EnumSource
    void secondInsertOfAKeyAborts(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(number -> number % 500)
                                .insert(SUM, number -> number)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    if (view.exists(SUM, number % 500)) {
                        view.abort("key exists");
                    }
                    view.emit(view.write(SUM, number % 500, number));
                });
        assertThat(results).filteredOn(TransactionResult::isCommitted).hasSize(500);
        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .allSatisfy(
                        result ->
                                assertThat(result.reasons())
                                        .containsExactly(
                                                new AbortReason(
                                                        AbortReason.Kind.USER,
                                                        "sum",
                                                        keyOf(result),
                                                        "key exists",
                                                        "")));
    }

    @ParameterizedTest
    @EnumSource
    void deleteSendsTheElementOn(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(number -> number % 10)
                                .delete(SUM)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    view.write(SUM, number % 10, null);
                    view.emit(number);
                });
    }

    @ParameterizedTest
    @EnumSource
    void applyReadsWritesDeletesAndEmitsAsItLikes(ConcurrencyControl control) throws Exception {
        List<TransactionResult<String>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(number -> number % 10)
                                .apply(SUM, AccessKindsITCase::anything, String.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    long key = number % 10;
                    switch ((int) (number % 7)) {
                        case 0 -> view.write(SUM, key, null);
                        case 1 -> {
                            view.emit("sum " + view.read(SUM, key));
                            view.emit("exists " + view.exists(SUM, key));
                        }
                        case 2 -> {}
                        case 3 -> {
                            view.write(SUM, key, null);
                            view.emit("deleted " + view.read(SUM, key));
                            view.write(SUM, key, number);
                        }
                        case 4 -> {
                            view.write(SUM, key, number);
                            view.write(SUM, key, null);
                            view.emit("exists false");
                        }
                        default -> view.write(SUM, key, view.read(SUM, key) + number + 1);
                    }
                });
        assertThat(results)
                .flatExtracting(TransactionResult::updates)
                .extracting(StateUpdate::value)
                .containsNull();
    }

    private static void anything(
            ValueAccess<Long> sum, Long number, StateContext<String> transaction) {
        switch ((int) (number % 7)) {
            case 0 -> sum.delete();
            case 1 -> {
                transaction.emit("sum " + sum.get());
                transaction.emit("exists " + sum.exists());
            }
            case 2 -> {}
            case 3 -> {
                sum.delete();
                transaction.emit("deleted " + sum.get());
                sum.set(number);
            }
            case 4 -> {
                sum.set(number);
                sum.delete();
                transaction.emit("exists " + sum.exists());
            }
            default -> {
                sum.set(sum.get() + number);
                sum.set(sum.get() + 1);
            }
        }
    }

    /** Each key is met by one transaction only: it writes, then reads. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void transactionReadsItsOwnWrites(ConcurrencyControl control, IsolationLevel level)
            throws Exception {
        List<TransactionResult<String>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("own")
                                .concurrencyControl(control)
                                .isolation(level)
                                .openTransaction(
                                        EmbeddedFlink.environment(2).fromSequence(0, COUNT - 1),
                                        number -> Long.toString(number))
                                .flatMap(AccessKindsITCase::steps, Long.class)
                                .keyBy(step -> step / STEPS)
                                .apply(
                                        BARE,
                                        step -> isRead(step) ? AccessMode.READ : AccessMode.WRITE,
                                        AccessKindsITCase::writeOrRead,
                                        String.class)
                                .closeTransaction());

        assertThat(results).hasSize(COUNT);
        assertThat(results)
                .allSatisfy(
                        result ->
                                assertThat(result.emitted())
                                        .containsExactly("saw " + result.key()));
    }

    private static Stream<Arguments> mechanisms() {
        return Stream.of(ConcurrencyControl.values())
                .flatMap(
                        control ->
                                Stream.of(IsolationLevel.values())
                                        .map(level -> Arguments.of(control, level)));
    }

    private static void steps(Long number, Collector<Long> out) {
        for (int step = 0; step < STEPS; step++) {
            out.collect(number * STEPS + step);
        }
    }

    private static boolean isRead(long step) {
        return step % STEPS == 1;
    }

    private static void writeOrRead(
            ValueAccess<Long> value, Long step, StateContext<String> transaction) {
        if (isRead(step)) {
            transaction.emit("saw " + value.get());
        } else {
            value.set(step / STEPS);
        }
    }

    // ------------------------------------------------------------------ what they refuse

    @Test
    void nullValueIsNotWritten() {
        assertFails(
                one().keyBy(number -> number).write(SUM, number -> null),
                "Cannot write state: the new value is null, state=sum, key=1. Use delete");
        assertFails(
                one().keyBy(number -> number).update(SUM, (sum, number) -> null),
                "Cannot write state: the new value is null, state=sum, key=1");
    }

    @Test
    void nullElementIsNotEmitted() {
        assertFails(
                one().keyBy(number -> number).read(SUM, (sum, number) -> null, String.class),
                "Cannot emit element: it is null, state=sum, key=1");
        assertFails(
                one().keyBy(number -> number)
                        .apply(SUM, (sum, number, tx) -> tx.emit(null), String.class),
                "Cannot emit element: it is null, state=sum, key=1");
    }

    @Test
    void nullKeyIsNotRouted() {
        assertFails(
                one().keyBy(number -> (Long) null).update(SUM, Long::sum),
                "Cannot route element to stateful operator: its key is null, element=1. Filter");
    }

    @Test
    void nullKeyOfATransactionIsRefused() {
        assertFails(
                TransactionalGraph.named("one").openTransaction(number(), number -> null),
                "Cannot open transaction: its key is null, graph=one, element=1. Give every");
    }

    @Test
    void accessDoesNoMoreThanItsMode() {
        assertFails(
                one().keyBy(number -> number)
                        .apply(
                                SUM,
                                number -> AccessMode.WRITE,
                                (sum, number, tx) -> sum.set(sum.get() + number),
                                String.class),
                "Cannot read state: the mode of the access does not allow it, mode=WRITE,"
                        + " state=sum, key=1. Let the mode selector give UPDATE for");
        assertFails(
                one().keyBy(number -> number)
                        .apply(
                                SUM,
                                number -> AccessMode.READ,
                                (sum, number, tx) -> sum.delete(),
                                String.class),
                "Cannot write state: the mode of the access does not allow it, mode=READ,"
                        + " state=sum, key=1. Let the mode selector give UPDATE, or WRITE, for");
    }

    @Test
    void accessEndsWithItsCall() {
        assertFails(
                one().flatMap(number -> List.of(1L, 1L), Long.class)
                        .keyBy(number -> number)
                        .apply(SUM, new Keeper(), String.class),
                "Cannot access state: the call that the access was passed to has returned,"
                        + " state=sum");
    }

    /** Uses the access of the call before. */
    private static final class Keeper implements StatefulFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private transient ValueAccess<Long> kept;

        @Override
        public void apply(ValueAccess<Long> sum, Long number, StateContext<String> transaction) {
            if (kept == null) {
                kept = sum;
            } else {
                transaction.emit("sum " + kept.get());
            }
        }
    }

    // ------------------------------------------------------------------ parts

    private static DataStream<Long> number() {
        return EmbeddedFlink.environment(1).fromSequence(1, 1);
    }

    private static TransactionalStream<Long> one() {
        return TransactionalGraph.named("one").openTransaction(number());
    }

    private static String keyOf(TransactionResult<?> result) {
        return Long.toString(Long.parseLong(result.key()) % 500);
    }

    private static void assertFails(TransactionalStream<?> stream, String message) {
        assertThatThrownBy(() -> EmbeddedFlink.collect(stream.closeTransaction()))
                .hasStackTraceContaining(message);
    }
}
