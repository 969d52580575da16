/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.misuse;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.log.FileLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Where a t-graph cannot be opened for another stream, and that a refusal leaves nothing behind.
 */
class EntranceChecksTest {
    private final StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
    private final DataStream<Long> numbers = environment.fromSequence(1, 10);
    private final DataStream<String> texts = environment.fromData("a");
    private final TransactionalGraph graph = TransactionalGraph.named("bank");

    @Test
    void streamsOfAllKindsComeByEntrances() {
        TransactionalStream<Long> first = graph.openTransaction("first", numbers);
        TransactionalStream<Long> second =
                graph.openTransaction("second", texts, text -> text)
                        .map(text -> (long) text.length(), Long.class);

        assertThatCode(() -> TransactionalGraph.closeTransaction(first, second))
                .doesNotThrowAnyException();
        assertThatCode(environment::getStreamGraph).doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ names

    @Test
    void anotherStreamNeedsNames() {
        graph.openTransaction(numbers);

        for (ThrowingCallable another :
                new ThrowingCallable[] {
                    () -> graph.openTransaction(texts),
                    () -> graph.openTransaction("second", texts),
                    () -> graph.openTransaction(texts, text -> text)
                }) {
            assertRefused(another)
                    .hasMessageStartingWith(
                            "[TSP-1017] Cannot open t-graph: it has an input already, which has no"
                                    + " name, graph=bank.")
                    .hasMessageContaining("Give each of its entrances a name");
        }
    }

    @Test
    void anotherEntranceNeedsAName() {
        graph.openTransaction("first", numbers);

        assertRefused(() -> graph.openTransaction(texts))
                .hasMessageStartingWith("[TSP-1022]")
                .hasMessageContaining("graph=bank, entrances=[first]");
    }

    @Test
    void namesDiffer() {
        TransactionalStream<Long> first = graph.openTransaction("first", numbers);
        int before = environment.getTransformations().size();

        assertRefused(() -> graph.openTransaction("first", texts))
                .hasMessageStartingWith("[TSP-1023]")
                .hasMessageContaining("graph=bank, entrance=first");
        assertThat(environment.getTransformations()).hasSize(before);
        assertThatCode(first::closeTransaction).doesNotThrowAnyException();
    }

    @Test
    void namesAreThoseOfUids() {
        assertRefused(() -> graph.openTransaction("of money", numbers))
                .hasMessageContaining("entrance")
                .hasMessageContaining("of money");
    }

    // ------------------------------------------------------------------ streams

    @Test
    void streamOfAnotherEnvironmentIsRefused() {
        graph.openTransaction("first", numbers);

        assertRefused(
                        () ->
                                graph.openTransaction(
                                        "second", EmbeddedFlink.environment(2).fromSequence(1, 2)))
                .hasMessageStartingWith("[TSP-1024]")
                .hasMessageContaining("graph=bank, entrance=second");
    }

    @Test
    void thereAreAtMostThirtyTwo() {
        for (int i = 0; i < 32; i++) {
            graph.openTransaction("input-" + i, numbers);
        }

        assertRefused(() -> graph.openTransaction("last", numbers))
                .hasMessageStartingWith("[TSP-1025]")
                .hasMessageContaining("graph=bank, entrance=last, limit=32");
    }

    @Test
    void aLogKnowsAllInputsInOneWay() {
        graph.writeAheadLog(new FileLog("file:///nowhere"))
                .openTransaction("first", numbers, number -> "" + number);

        assertRefused(() -> graph.openTransaction("second", texts))
                .hasMessageStartingWith("[TSP-1026]")
                .hasMessageContaining("graph=bank, entrance=second");
    }

    // ------------------------------------------------------------------ when it is too late

    @Test
    void noStreamComesToAClosedGraph() {
        graph.openTransaction("first", numbers).closeTransaction();

        assertRefused(() -> graph.openTransaction("second", texts))
                .hasMessageStartingWith("[TSP-1100]")
                .hasMessageContaining("operation=openTransaction");
    }

    @Test
    void graphMustBeClosed() {
        graph.openTransaction("first", numbers)
                .keyBy(number -> number)
                .update(Numbers.sums("sum"), Long::sum);

        assertRefused(environment::getStreamGraph)
                .hasMessageStartingWith("[TSP-2000]")
                .hasMessageContaining("graph=bank");
    }

    @Test
    void inputsStayAsTheyWereWhenTheyCameIn() {
        SingleOutputStreamOperator<Long> mapped = numbers.map(number -> number + 1);
        graph.openTransaction("first", mapped).closeTransaction();
        mapped.setParallelism(1);

        assertRefused(environment::getStreamGraph)
                .hasMessageStartingWith("[TSP-2006]")
                .hasMessageContaining("graph=bank")
                .hasMessageContaining("parallelism=1, whenOpened=2");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable call) {
        return assertThatThrownBy(call).isInstanceOf(InvalidGraphException.class);
    }
}
