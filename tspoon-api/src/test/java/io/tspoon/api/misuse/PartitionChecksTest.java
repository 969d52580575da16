/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.misuse;

import io.tspoon.api.PartitionProcedure;
import io.tspoon.api.Role;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What cannot be accessed by partition is refused when the t-graph is built. */
class PartitionChecksTest {
    private static final StateSpec<Long, Long> PLAIN = Numbers.sums("plain");
    private static final StateSpec<Long, Long> ONE = partitioned("one");
    private static final StateSpec<Long, Long> OTHER = partitioned("other");
    private static final PartitionProcedure<Long, Long> NOTHING = (partition, n, transaction) -> {};

    private final DataStream<Long> numbers = EmbeddedFlink.environment(2).fromSequence(1, 10);
    private final TransactionalStream<Long> opened =
            TransactionalGraph.named("bank").openTransaction(numbers);

    @Test
    void procedureWithoutStatesIsRefused() {
        assertRefused(() -> procedure())
                .hasMessageStartingWith("[TSP-1260] Cannot access states: the procedure is given")
                .hasMessageContaining("graph=bank. Name those that it reads and writes");
    }

    @Test
    void stateThatIsNotPartitionedIsRefused() {
        assertRefused(() -> procedure(ONE, PLAIN))
                .hasMessageStartingWith("[TSP-1261] Cannot access state by partition: it is not")
                .hasMessageContaining(
                        "state=plain. Say which keys are together, with partitionedB");
    }

    @Test
    void stateThatIsPartitionedByAnotherTypeIsRefused() {
        assertRefused(() -> procedure(PLAIN.partitionedBy(key -> "all", String.class)))
                .hasMessageStartingWith("[TSP-1262] Cannot access state by partition: it is partit")
                .hasMessageContaining("partitionType=String, streamPartitionType=Integer");
    }

    @Test
    void statesThatWereAccessedApartAreRefusedTogether() {
        procedure(ONE);
        opened.keyBy(number -> number).update(OTHER, Long::sum);

        assertRefused(() -> procedure(OTHER, ONE))
                .hasMessageStartingWith("[TSP-1263] Cannot access states together: they are in two")
                .hasMessageContaining("state=one, other=other. Describe first the procedure that");
    }

    @Test
    void tooManyStatesAreRefused() {
        StateSpec<?, ?>[] many =
                IntStream.range(0, 128)
                        .mapToObj(i -> partitioned("state" + i))
                        .toArray(StateSpec<?, ?>[]::new);

        assertRefused(() -> procedure(many))
                .hasMessageStartingWith("[TSP-1264] Cannot access state by partition: too many")
                .hasMessageContaining("state=state0, limit=127");
    }

    @Test
    void partitionedStateKeepsNoKeyAndPlaysNoRole() {
        assertRefused(
                        () ->
                                opened.keyBy(n -> n)
                                        .update(PLAIN, Long::sum)
                                        .sameKey()
                                        .update(ONE, Long::sum))
                .hasMessageStartingWith("[TSP-1265] Cannot access state: it is partitioned")
                .hasMessageContaining("state=one, operation=sameKey. Access it with partitionBy");
        assertRefused(() -> opened.keyBy(n -> n).update(ONE, Long::sum).sameKey())
                .hasMessageContaining("[TSP-1265]");
        assertRefused(
                        () ->
                                opened.transact(
                                        List.of(Role.update("role", OTHER, n -> n)),
                                        (number, at, transaction) -> {},
                                        Long.class))
                .hasMessageContaining("[TSP-1265]")
                .hasMessageContaining("state=other, operation=transact");
    }

    @Test
    void stateThatIsGivenTwiceIsRefused() {
        assertRefused(() -> procedure(ONE, ONE))
                .hasMessageStartingWith("[TSP-1266] Cannot access state by partition: the procedur")
                .hasMessageContaining("state=one. Name each state once");
    }

    @Test
    void chainsAreRefused() {
        TransactionalStream<Long> called =
                TransactionalGraph.named("chains")
                        .concurrencyControl(ConcurrencyControl.DETERMINISTIC)
                        .openTransaction(numbers)
                        .partitionBy(number -> 0, Types.INT)
                        .procedure(NOTHING, Long.class, ONE);

        assertRefused(called::closeTransaction)
                .hasMessageStartingWith("[TSP-1267] Cannot close t-graph: with deterministic chain")
                .hasMessageContaining("graph=chains, state=one. Use LOCK_BASED or TIMESTAMP_BASED");
    }

    @Test
    void statesCanBeAddedByLaterProcedures() {
        TransactionalStream<Long> first = procedure(ONE);
        TransactionalStream<Long> second = procedure(OTHER, ONE);

        assertThatCode(() -> TransactionalGraph.closeTransaction(first, second))
                .doesNotThrowAnyException();
    }

    private TransactionalStream<Long> procedure(StateSpec<?, ?>... states) {
        return opened.partitionBy(number -> 0, Types.INT).procedure(NOTHING, Long.class, states);
    }

    private static StateSpec<Long, Long> partitioned(String name) {
        return Numbers.sums(name).partitionedBy(key -> 0, Integer.class);
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(ThrowingCallable call) {
        return assertThatThrownBy(call).isInstanceOf(InvalidGraphException.class);
    }
}
