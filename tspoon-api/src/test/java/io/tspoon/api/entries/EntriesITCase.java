/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.entries;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.Bank;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.ForAnyShape;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.SerialReplay;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A state that is accessed in several places is one state. */
class EntriesITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final StateSpec<Long, Long> SUM = Numbers.sums("sum");
    private static final StateSpec<Long, Long> OTHER = Numbers.sums("other");

    static List<Combination> combinations() {
        return Stream.of(Combination.pairwise(), Combination.chains())
                .flatMap(List::stream)
                .toList();
    }

    /** Functions change elements in place where that is allowed. */
    @ParameterizedTest
    @MethodSource("combinations")
    void elementsOfDifferentTypesShareAState(Combination combination) throws Exception {
        List<TransactionResult<String>> results =
                EmbeddedFlink.collect(
                        Accounts.settle(
                                combination.graph("accounts"),
                                combination.environment().fromSequence(0, Numbers.COUNT - 1),
                                !combination.objectReuse()));

        Bank.checkComplete(results, 0, Numbers.COUNT);
        assertThat(rules(results)).contains(Accounts.ENOUGH, "balance is not negative");
        assertThat(results.stream().flatMap(result -> result.emitted().stream()))
                .allMatch(text -> text.matches("(offer of|owner|balance|withdrawn|has) \\d+"))
                .anyMatch(text -> text.startsWith("offer"))
                .anyMatch(text -> text.startsWith("owner"))
                .anyMatch(text -> text.startsWith("balance"))
                .anyMatch(text -> text.startsWith("withdrawn"))
                .anyMatch(text -> text.startsWith("has"));
        if (combination.isSerializable()) {
            Numbers.checkReplay(results, Accounts::replay);
        }
    }

    private static Stream<String> rules(List<TransactionResult<String>> results) {
        return results.stream().flatMap(result -> result.reasons().stream()).map(AbortReason::rule);
    }

    // ------------------------------------------------------------------ behind another state

    static List<Combination> levels() {
        return Combination.levelsAndMechanisms();
    }

    /**
     * The first entry is in front of the other state, which sends to the second one although it was
     * described later.
     */
    @ParameterizedTest
    @MethodSource("levels")
    void stateIsReachedFromSeveralLevels(Combination combination) throws Exception {
        TransactionalStream<Long> opened =
                combination
                        .graph("levels")
                        .openTransaction(
                                combination.environment().fromSequence(0, Numbers.COUNT - 1),
                                number -> Long.toString(number));
        TransactionalStream<Long> direct =
                opened.filter(number -> number % 2 == 0)
                        .union(opened.filter(number -> number % 2 != 0))
                        .keyBy(number -> number % 5)
                        .update(SUM, (sum, number) -> sum + number);
        TransactionalStream<Long> behind =
                opened.keyBy(number -> number % 3)
                        .update(OTHER, (sum, n) -> sum + 1, (sum, n) -> n, Long.class)
                        .keyBy(number -> (number + 2) % 5)
                        .update(SUM, (sum, number) -> sum + 1);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(TransactionalGraph.closeTransaction(direct, behind));

        Bank.checkComplete(results, 0, Numbers.COUNT);
        if (combination.isSerializable()) {
            SerialReplay replay =
                    SerialReplay.of(
                            results, (key, view) -> throughLevels(Long.parseLong(key), view));
            assertThat(replay.value(OTHER, 0L)).isEqualTo((Numbers.COUNT + 2) / 3);
        }
    }

    private static void throughLevels(long number, SerialReplay.View view) {
        view.emit(view.write(SUM, number % 5, view.read(SUM, number % 5) + number));
        view.write(OTHER, number % 3, view.read(OTHER, number % 3) + 1);
        long behind = (number + 2) % 5;
        view.emit(view.write(SUM, behind, view.read(SUM, behind) + 1));
    }

    /** Elements of all entries come from one state, and some go on to a third one. */
    @ParameterizedTest
    @ForAnyShape
    void entriesGoOnToDifferentStates(ConcurrencyControl control) throws Exception {
        StateSpec<Long, Long> third = Numbers.sums("third");
        TransactionalStream<Long> first =
                Numbers.open(control, 2)
                        .keyBy(number -> number % 3)
                        .update(OTHER, (sum, n) -> sum + 1, (sum, n) -> n, Long.class);
        TransactionalStream<Long> even =
                first.filter(number -> number % 2 == 0)
                        .keyBy(number -> number % 5)
                        .update(SUM, (sum, n) -> sum + 1, (sum, n) -> n, Long.class)
                        .keyBy(number -> number % 4)
                        .update(third, (sum, number) -> sum + number);
        TransactionalStream<Long> odd =
                first.filter(number -> number % 2 != 0)
                        .keyBy(number -> number % 5)
                        .read(SUM, (sum, number) -> -sum, Long.class);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(TransactionalGraph.closeTransaction(even, odd));

        Numbers.checkReplay(
                results,
                (number, view) -> {
                    view.write(OTHER, number % 3, view.read(OTHER, number % 3) + 1);
                    long sum = view.read(SUM, number % 5);
                    if (number % 2 == 0) {
                        view.write(SUM, number % 5, sum + 1);
                        long key = number % 4;
                        view.emit(view.write(third, key, view.read(third, key) + number));
                    } else {
                        view.emit(-sum);
                    }
                });
    }

    // ------------------------------------------------------------------ failures

    @ParameterizedTest
    @EnumSource
    void functionOfOneEntryFailsTheJob(ConcurrencyControl control) {
        TransactionalStream<Long> opened = Numbers.open(control, 2);
        opened.keyBy(number -> number % 5).update(SUM, Long::sum);
        TransactionalStream<Long> failing =
                opened.keyBy(number -> number % 5)
                        .update(
                                SUM,
                                (sum, number) -> {
                                    if (number == 7) {
                                        throw new IllegalStateException("the second fails");
                                    }
                                    return sum;
                                });

        assertThatThrownBy(() -> EmbeddedFlink.collect(failing.closeTransaction()))
                .hasStackTraceContaining("the second fails");
    }

    @ParameterizedTest
    @EnumSource
    void entryEmitsNothingThatIsNull(ConcurrencyControl control) {
        TransactionalStream<Long> opened = Numbers.open(control, 1);
        opened.keyBy(number -> number % 5).update(SUM, Long::sum);
        TransactionalStream<Long> failing =
                opened.keyBy(number -> number % 5).read(SUM, (sum, n) -> (Long) null, Long.class);

        assertThatThrownBy(() -> EmbeddedFlink.collect(failing.closeTransaction()))
                .hasStackTraceContaining("[TSP-2202] Cannot emit element: it is null, state=sum");
    }
}
