/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.calls;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.Role;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.QueryablePath;
import io.tspoon.testing.QuietServer;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Which states others cannot write, and that a refusal leaves nothing behind. */
class WriteChecksTest {
    private static final StateSpec<Long, Long> SUM = sum("sum");

    @RegisterExtension final QueryablePath path = new QueryablePath();

    private final StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
    private final DataStream<Long> numbers = environment.fromSequence(1, 10);

    private static StateSpec<Long, Long> sum(String name) {
        return StateSpec.named(name, Long.class, Long.class).initialValue(0L);
    }

    private static TransactionalGraph graph(StateSpec<?, ?>... writable) {
        return TransactionalGraph.named("bank").queryable().writable(writable);
    }

    private TransactionalStream<Long> summed(TransactionalGraph graph) {
        return graph.openTransaction("numbers", numbers)
                .keyBy(number -> number)
                .update(SUM, Long::sum);
    }

    @ParameterizedTest
    @CsvSource({
        "LOCK_BASED,PL1",
        "LOCK_BASED,PL4",
        "TIMESTAMP_BASED,PL2",
        "TIMESTAMP_BASED,PL3",
        "DETERMINISTIC,PL4"
    })
    void statesAreWrittenBesideStreamsAndCalls(ConcurrencyControl control, IsolationLevel level) {
        TransactionalGraph graph = graph(SUM).concurrencyControl(control).isolation(level);
        TransactionalStream<Long> called =
                graph.openCalls(environment, ProcedureSpec.named("add", Long.class, Long.class))
                        .keyBy(number -> number)
                        .update(SUM, Long::sum);

        assertThatCode(() -> TransactionalGraph.closeTransaction(summed(graph), called))
                .doesNotThrowAnyException();
        assertThatCode(environment::getStreamGraph).doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ what nobody reaches

    @Test
    void graphMustBeQueryable() {
        TransactionalGraph closed = TransactionalGraph.named("bank").writable(SUM);

        assertRefused(() -> closed.openTransaction("numbers", numbers))
                .hasMessageStartingWith("[TSP-1032] Cannot open t-graph: it has writable states")
                .hasMessageContaining("graph=bank, states=[sum]. Call queryable()");
        assertThatCode(() -> closed.queryable().openTransaction("numbers", numbers))
                .doesNotThrowAnyException();
    }

    @Test
    void streamHasAName() {
        TransactionalGraph graph = graph(SUM);

        assertRefused(() -> graph.openTransaction(numbers))
                .hasMessageStartingWith("[TSP-1033] Cannot open t-graph for a stream without")
                .hasMessageContaining("graph=bank, states=[sum]")
                .hasMessageContaining("openTransaction(\"transfers\", transfers)");
    }

    // ------------------------------------------------------------------ names

    @Test
    void procedureHasAnotherName() {
        assertRefused(() -> ProcedureSpec.named("transact", Long.class, Long.class))
                .hasMessageStartingWith("[TSP-1135] Cannot name procedure")
                .hasMessageContaining("name=transact");
    }

    @Test
    void streamHasAnotherName() {
        TransactionalStream<Long> summed =
                graph(SUM)
                        .openTransaction("transact", numbers)
                        .keyBy(number -> number)
                        .update(SUM, Long::sum);

        assertRefused(summed::closeTransaction)
                .hasMessageStartingWith("[TSP-1023]")
                .hasMessageContaining("graph=bank, entrance=transact");
    }

    @Test
    void stateIsPassedOnce() {
        assertRefused(() -> graph(SUM, sum("other")).writable(SUM))
                .hasMessageStartingWith("[TSP-1034] Cannot make state writable: one of this name")
                .hasMessageContaining("graph=bank, state=sum");
        assertRefused(() -> graph(SUM, sum("sum"))).hasMessageStartingWith("[TSP-1034]");
        assertRefused(() -> graph((StateSpec<?, ?>) null)).hasMessageStartingWith("[TSP-1102]");
        assertRefused(() -> graph((StateSpec<?, ?>[]) null)).hasMessageStartingWith("[TSP-1102]");
    }

    @Test
    void thereIsRoomForTheEntrance() {
        TransactionalGraph graph = graph(SUM);
        TransactionalStream<Long> summed = summed(graph);
        for (int i = 1; i < 32; i++) {
            graph.openCalls(environment, ProcedureSpec.named("p" + i, Long.class, Long.class));
        }

        assertRefused(summed::closeTransaction)
                .hasMessageStartingWith("[TSP-1025]")
                .hasMessageContaining("graph=bank, entrance=transact, limit=32");
    }

    // ------------------------------------------------------------------ places

    @Test
    void stateIsAccessed() {
        StateSpec<Long, Long> other = sum("other");
        TransactionalStream<Long> summed = summed(graph(SUM, other));
        int before = environment.getTransformations().size();

        assertRefused(summed::closeTransaction)
                .hasMessageStartingWith("[TSP-1136] Cannot make state writable: nothing")
                .hasMessageContaining("graph=bank, state=other");
        assertThat(environment.getTransformations()).hasSize(before);
        assertThatCode(
                        () ->
                                summed.keyBy(number -> number)
                                        .update(other, Long::sum)
                                        .closeTransaction())
                .doesNotThrowAnyException();
        assertThatCode(environment::getStreamGraph).doesNotThrowAnyException();
    }

    @Test
    void stateIsAccessedByTheSameObject() {
        TransactionalStream<Long> summed = summed(graph(sum("sum")));

        assertRefused(summed::closeTransaction)
                .hasMessageStartingWith("[TSP-1107] Cannot access state")
                .hasMessageContaining("graph=bank, state=sum");
    }

    @Test
    void stateHasAKeyOfItsOwn() {
        StateSpec<Long, Long> second = sum("second");
        TransactionalStream<Long> both =
                graph(second)
                        .openTransaction("numbers", numbers)
                        .keyBy(number -> number)
                        .update(SUM, Long::sum)
                        .sameKey()
                        .update(second, Long::sum);

        assertRefused(both::closeTransaction)
                .hasMessageStartingWith("[TSP-1129]")
                .hasMessageContaining("graph=bank, firstState=sum");
    }

    @Test
    void stateOfRolesIsWrittenByAProcedure() {
        Role<Long, Long> all = Role.update("all", SUM, (Long number) -> number);
        TransactionalStream<Long> exchanged =
                graph(SUM)
                        .openTransaction("numbers", numbers)
                        .transact(List.of(all), (number, at, transaction) -> {}, Long.class);

        assertRefused(exchanged::closeTransaction)
                .hasMessageStartingWith("[TSP-1137] Cannot make state writable: it plays a role")
                .hasMessageContaining("graph=bank, state=sum. Offer a procedure with openCalls");
    }

    // ------------------------------------------------------------------ types

    @Test
    void valuesCanBeReadFromJson() {
        StateSpec<Long, QuietServer.Mute> mute =
                StateSpec.named("mute", Long.class, QuietServer.Mute.class);
        TransactionalStream<QuietServer.Mute> written =
                graph(mute)
                        .openTransaction("numbers", numbers)
                        .keyBy(number -> number)
                        .write(mute, QuietServer.Mute::new);

        assertRefused(written::closeTransaction)
                .hasMessageStartingWith("[TSP-1214] Cannot make state writable: a type cannot")
                .hasMessageContaining("graph=bank, state=mute, type=")
                .hasMessageContaining("reason=it is mute. Use a record of its fields");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable call) {
        return assertThatThrownBy(call).isInstanceOf(InvalidGraphException.class);
    }
}
