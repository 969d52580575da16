/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.calls;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.log.FileLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.QueryablePath;
import io.tspoon.testing.QuietServer;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Where a t-graph cannot be opened for calls, and that a refusal leaves nothing behind. */
class CallChecksTest {
    private static final ProcedureSpec<Long, Long> ADD =
            ProcedureSpec.named("add", Long.class, Long.class);

    @RegisterExtension final QueryablePath path = new QueryablePath();

    private final StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
    private final DataStream<Long> numbers = environment.fromSequence(1, 10);
    private final TransactionalGraph graph = TransactionalGraph.named("bank").queryable();

    /** No class of its own for which Flink would need Kryo. */
    public interface Unknown {}

    /** A request that its functions may change. */
    public static final class Mutable {
        public long amount;
    }

    @Test
    void callsComeBesideStreams() {
        TransactionalStream<Long> streamed = graph.openTransaction("numbers", numbers);
        TransactionalStream<Long> called = graph.openCalls(environment, ADD);
        TransactionalStream<Long> mutable =
                graph.openCalls(
                                environment,
                                ProcedureSpec.named("change", Mutable.class, Long.class))
                        .map(request -> request.amount);

        assertThatCode(() -> TransactionalGraph.closeTransaction(streamed, called, mutable))
                .doesNotThrowAnyException();
        assertThatCode(environment::getStreamGraph).doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ what callers cannot reach

    @Test
    void graphMustBeQueryable() {
        TransactionalGraph closed = TransactionalGraph.named("bank");

        assertRefused(() -> closed.openCalls(environment, ADD))
                .hasMessageStartingWith("[TSP-1029] Cannot open t-graph for calls")
                .hasMessageContaining("graph=bank, procedure=add. Call queryable()");
        assertThatCode(() -> closed.queryable().openCalls(environment, ADD))
                .doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ names

    @Test
    void procedureIsOpenedOnce() {
        TransactionalStream<Long> first = graph.openCalls(environment, ADD);

        assertRefused(() -> graph.openCalls(environment, ADD))
                .hasMessageStartingWith("[TSP-1030] Cannot open t-graph for calls")
                .hasMessageContaining("graph=bank, procedure=add");
        assertThatCode(first::closeTransaction).doesNotThrowAnyException();
    }

    @Test
    void procedureHasANameOfItsOwn() {
        graph.openTransaction("add", numbers);

        assertRefused(() -> graph.openCalls(environment, ADD))
                .hasMessageStartingWith("[TSP-1023] Cannot add entrance to t-graph")
                .hasMessageContaining("graph=bank, entrance=add");
    }

    @Test
    void streamHasANameOfItsOwn() {
        graph.openCalls(environment, ADD);
        int before = environment.getTransformations().size();

        assertRefused(() -> graph.openTransaction("add", numbers))
                .hasMessageStartingWith("[TSP-1023]");
        assertRefused(() -> graph.openTransaction(numbers))
                .hasMessageStartingWith("[TSP-1022]")
                .hasMessageContaining("graph=bank, entrances=[add]");
        assertThat(environment.getTransformations()).hasSize(before);
    }

    @Test
    void streamBeforeCallsHasAName() {
        graph.openTransaction(numbers);

        assertRefused(() -> graph.openCalls(environment, ADD))
                .hasMessageStartingWith("[TSP-1017]")
                .hasMessageContaining("Give each of its entrances a name");
    }

    @Test
    void thereAreAtMostThirtyTwoEntrances() {
        graph.openTransaction("numbers", numbers);
        for (int i = 1; i < 32; i++) {
            graph.openCalls(environment, ProcedureSpec.named("p" + i, Long.class, Long.class));
        }

        assertRefused(() -> graph.openCalls(environment, ADD))
                .hasMessageStartingWith("[TSP-1025]")
                .hasMessageContaining("graph=bank, entrance=add, limit=32");
    }

    // ------------------------------------------------------------------ jobs

    @Test
    void callsOfAnotherEnvironmentAreRefused() {
        graph.openTransaction("numbers", numbers);

        assertRefused(() -> graph.openCalls(EmbeddedFlink.environment(2), ADD))
                .hasMessageStartingWith("[TSP-1024]")
                .hasMessageContaining("graph=bank, entrance=add");
    }

    @Test
    void noCallsComeToAClosedGraph() {
        graph.openTransaction("numbers", numbers).closeTransaction();

        assertRefused(() -> graph.openCalls(environment, ADD))
                .hasMessageStartingWith("[TSP-1100]")
                .hasMessageContaining("operation=openCalls");
    }

    @Test
    void graphWithCallsOnlyMustBeClosed() {
        graph.openCalls(environment, ADD)
                .keyBy(number -> number)
                .update(Numbers.sums("sum"), Long::sum);

        assertRefused(environment::getStreamGraph)
                .hasMessageStartingWith("[TSP-2000]")
                .hasMessageContaining("graph=bank");
    }

    // ------------------------------------------------------------------ keys

    /** Calls have keys of their own, whatever is known of the elements of streams. */
    @Test
    void logKnowsStreamsInEitherWayBesideCalls() {
        TransactionalGraph byKey =
                TransactionalGraph.named("by-key")
                        .queryable()
                        .outcomeRetention(Duration.ofMinutes(1))
                        .writeAheadLog(new FileLog("file:///nowhere"));
        byKey.openCalls(environment, ADD);
        TransactionalGraph byContent =
                TransactionalGraph.named("by-content")
                        .queryable()
                        .writeAheadLog(new FileLog("file:///nowhere"));
        byContent.openTransaction("first", numbers);
        byContent.openCalls(environment, ADD);

        assertThatCode(() -> byKey.openTransaction("keyed", numbers, number -> "" + number))
                .doesNotThrowAnyException();
        assertThatCode(() -> byContent.openTransaction("second", numbers))
                .doesNotThrowAnyException();
        assertRefused(() -> byContent.openTransaction("keyed", numbers, number -> "" + number))
                .hasMessageStartingWith("[TSP-1026]");
    }

    // ------------------------------------------------------------------ types

    @Test
    void typesThatNeedKryoAreRefused() {
        assertRefused(
                        () ->
                                graph.openCalls(
                                        environment,
                                        ProcedureSpec.named("add", Unknown.class, Long.class)))
                .hasMessageStartingWith("[TSP-1202]")
                .hasMessageContaining("graph=bank, requestType=");
        assertRefused(
                        () ->
                                graph.openCalls(
                                        environment,
                                        ProcedureSpec.named("add", Long.class, Unknown.class)))
                .hasMessageStartingWith("[TSP-1202]")
                .hasMessageContaining("graph=bank, answerType=");
        assertThatCode(() -> graph.openCalls(environment, ADD)).doesNotThrowAnyException();
    }

    @Test
    void typesThatJsonCannotExpressAreRefused() {
        assertRefused(
                        () ->
                                graph.openCalls(
                                        environment,
                                        ProcedureSpec.named(
                                                "add", QuietServer.Opaque.class, Long.class)))
                .hasMessageStartingWith("[TSP-1213] Cannot open t-graph for calls")
                .hasMessageContaining("graph=bank, procedure=add, type=")
                .hasMessageContaining("JsonCustomizer");
        assertRefused(
                        () ->
                                graph.openCalls(
                                        environment,
                                        ProcedureSpec.named(
                                                "add", Long.class, QuietServer.Opaque.class)))
                .hasMessageStartingWith("[TSP-1213]");
    }

    @Test
    void answersAreOfTheTypeThatTheGraphEmits() {
        TransactionalStream<String> texts =
                graph.openCalls(environment, ADD).map(number -> "" + number, String.class);

        assertRefused(texts::closeTransaction)
                .hasMessageStartingWith("[TSP-1031] Cannot close t-graph")
                .hasMessageContaining("graph=bank, procedure=add, answerType=Long, type=String");
        assertThatCode(() -> texts.map(text -> 1L, Long.class).closeTransaction())
                .doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ arguments

    @Test
    void graphIsNotOpenedForCallsWithNull() {
        assertRefused(() -> graph.openCalls(null, ADD))
                .hasMessage(
                        "[TSP-1102] Cannot build t-graph: the environment is null, graph=bank,"
                                + " operation=openCalls. Pass one.");
        assertRefused(() -> graph.openCalls(environment, (ProcedureSpec<Long, Long>) null))
                .hasMessageContaining("the procedure is null, graph=bank, operation=openCalls");
    }

    @Test
    void checkOfRequestsMustBeShipped() {
        Object notSerializable = new Object();

        assertRefused(
                        () ->
                                graph.openCalls(
                                        environment,
                                        ADD.checked(
                                                number -> List.of("" + number + notSerializable))))
                .hasMessageStartingWith("[TSP-1103] Cannot use check of requests in t-graph")
                .hasMessageContaining("graph=bank, operation=openCalls");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable call) {
        return assertThatThrownBy(call).isInstanceOf(InvalidGraphException.class);
    }
}
