/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.misuse;

import io.tspoon.api.AccessedStream;
import io.tspoon.api.KeyedTransactionalStream;
import io.tspoon.api.Role;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Where a state cannot be accessed in several places, and that a refusal leaves nothing behind. */
class EntryChecksTest {
    private static final StateSpec<Long, Long> SUM = Numbers.sums("sum");
    private static final StateSpec<Long, Long> OTHER = Numbers.sums("other");
    private static final StateSpec<Long, Long> THIRD = Numbers.sums("third");

    private final DataStream<Long> numbers = EmbeddedFlink.environment(2).fromSequence(1, 10);
    private final TransactionalStream<Long> opened =
            TransactionalGraph.named("bank").openTransaction(numbers);

    @Test
    void stateIsAccessedInSeveralPlaces() {
        KeyedTransactionalStream<Long, Long> keyed = keyed(opened);
        TransactionalStream<Long> first = keyed.update(SUM, Long::sum);
        TransactionalStream<Long> second =
                opened.map(number -> "" + number)
                        .keyBy(text -> (long) text.length())
                        .read(SUM, (sum, text) -> sum, Long.class);

        TransactionalStream<Long> third = keyed.check(SUM, (sum, number) -> true, "any");

        assertThatCode(() -> TransactionalGraph.closeTransaction(first, second, third))
                .doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ another state

    @Test
    void anotherSpecOfTheNameIsRefused() {
        sum(opened);

        assertRefused(() -> keyed(opened).update(Numbers.sums("sum"), Long::sum))
                .hasMessageStartingWith("[TSP-1107] Cannot access state: this t-graph accesses")
                .hasMessageContaining("graph=bank, state=sum")
                .hasMessageContaining("use one StateSpec, for example a constant")
                .hasMessageContaining("another name is another state");
        assertGoesOn();
    }

    @Test
    void stateOfTransactIsRefused() {
        opened.transact(
                List.of(Role.update("all", SUM, number -> number)), (n, at, tx) -> {}, Long.class);

        assertRefused(() -> sum(opened))
                .hasMessageStartingWith("[TSP-1107]")
                .hasMessageContaining("accessed by transact is accessed nowhere else")
                .hasMessageContaining("let it play a role");
    }

    @Test
    void transactTakesNoStateThatIsAccessedElsewhere() {
        sum(opened);

        assertRefused(
                        () ->
                                opened.transact(
                                        List.of(Role.update("all", SUM, number -> number)),
                                        (n, at, tx) -> {},
                                        Long.class))
                .hasMessageStartingWith("[TSP-1107]");
        assertGoesOn();
    }

    // ------------------------------------------------------------------ several states of a key

    @Test
    void stateInARowOfOneKeyIsRefused() {
        sum(opened).sameKey().update(OTHER, Long::sum);

        for (StateSpec<Long, Long> state : List.of(SUM, OTHER)) {
            assertRefused(() -> keyed(opened).update(state, Long::sum))
                    .hasMessageStartingWith("[TSP-1129] Cannot access state in another place")
                    .hasMessageContaining("other states of the same key")
                    .hasMessageContaining("graph=bank, firstState=sum")
                    .hasMessageContaining("with keyBy instead of sameKey");
        }
        assertThatCode(() -> keyed(opened).update(THIRD, Long::sum).closeTransaction())
                .doesNotThrowAnyException();
    }

    @Test
    void sameKeyBehindSeveralPlacesIsRefused() {
        AccessedStream<Long, Long> first = sum(opened);
        KeyedTransactionalStream<Long, Long> early = first.sameKey();
        AccessedStream<Long, Long> second = sum(opened);

        for (AccessedStream<Long, Long> place : List.of(first, second)) {
            assertRefused(place::sameKey)
                    .hasMessageStartingWith("[TSP-1130] Cannot access another state with the same")
                    .hasMessageContaining("accessed in several places, graph=bank, lastState=sum")
                    .hasMessageContaining("Key the elements again with keyBy");
        }
        assertRefused(() -> early.update(OTHER, Long::sum)).hasMessageStartingWith("[TSP-1130]");
        assertThatCode(() -> keyed(first).update(OTHER, Long::sum).closeTransaction())
                .doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ bounds, loops

    @Test
    void stateHasABoundedNumberOfPlaces() {
        for (int place = 0; place < 32; place++) {
            sum(opened);
        }

        assertRefused(() -> sum(opened))
                .hasMessageStartingWith("[TSP-1131] Cannot access state in another place: there")
                .hasMessageContaining("graph=bank, state=sum, limit=32")
                .hasMessageContaining("choose with apply");
    }

    @Test
    void stateThatWouldFeedItselfIsRefused() {
        TransactionalStream<Long> once = sum(opened);

        assertRefused(() -> sum(opened.union(once.map(sum -> sum + 1))))
                .hasMessageStartingWith("[TSP-1132] Cannot access state in another place: its")
                .hasMessageContaining("send to itself")
                .hasMessageContaining("graph=bank, state=sum")
                .hasMessageContaining("use transact")
                .hasMessageContaining("make two transactions of it");
        assertGoesOn();
    }

    @Test
    void stateThatWouldFeedItselfThroughOthersIsRefused() {
        TransactionalStream<Long> first = sum(opened);
        TransactionalStream<Long> second = sum(opened.map(number -> -number));
        keyed(second).update(OTHER, Long::sum);
        TransactionalStream<Long> behind = keyed(opened).update(OTHER, Long::sum);

        assertRefused(() -> sum(behind)).hasMessageStartingWith("[TSP-1132]");
        assertThatCode(() -> keyed(first).update(OTHER, Long::sum).closeTransaction())
                .doesNotThrowAnyException();
    }

    @Test
    void entryBehindAnotherStateIsRefusedInChains() {
        TransactionalStream<Long> flat =
                TransactionalGraph.named("chains")
                        .concurrencyControl(ConcurrencyControl.DETERMINISTIC)
                        .openTransaction(numbers);
        keyed(flat).update(SUM, Long::sum);
        TransactionalStream<Long> behind =
                keyed(keyed(flat).update(OTHER, Long::sum)).update(SUM, Long::sum);

        assertRefused(behind::closeTransaction)
                .hasMessageStartingWith("[TSP-1121]")
                .hasMessageContaining("state=other, to=sum");
    }

    /** Only the entry that the step is behind is to blame, and it is found. */
    @Test
    void abortBehindALaterEntryIsRefusedInChains() {
        TransactionalStream<Long> flat =
                TransactionalGraph.named("chains")
                        .concurrencyControl(ConcurrencyControl.DETERMINISTIC)
                        .openTransaction(numbers);
        keyed(flat).update(SUM, Long::sum);
        TransactionalStream<Long> behind =
                keyed(flat)
                        .update(SUM, Long::sum)
                        .process((sum, transaction, out) -> out.collect(sum), Long.class);

        assertRefused(behind::closeTransaction)
                .hasMessageStartingWith("[TSP-1122]")
                .hasMessageContaining("state=sum, operation=process");
    }

    // ------------------------------------------------------------------ parts

    /** What was refused has left nothing behind. */
    private void assertGoesOn() {
        TransactionalStream<Long> again = sum(opened);
        TransactionalStream<Long> other = keyed(opened).update(OTHER, Long::sum);
        assertThatCode(() -> TransactionalGraph.closeTransaction(again, other))
                .doesNotThrowAnyException();
    }

    private static KeyedTransactionalStream<Long, Long> keyed(TransactionalStream<Long> stream) {
        return stream.keyBy(number -> number);
    }

    private static AccessedStream<Long, Long> sum(TransactionalStream<Long> stream) {
        return keyed(stream).update(SUM, Long::sum);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable mistake) {
        return assertThatThrownBy(mistake).isInstanceOf(InvalidGraphException.class);
    }
}
