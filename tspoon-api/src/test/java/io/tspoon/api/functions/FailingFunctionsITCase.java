/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.functions;

import io.tspoon.api.KeyedTransactionalStream;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.stream.Stream;

import static io.tspoon.testing.Numbers.open;
import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** An exception of a function is no abort: it fails the job, wherever the function stands. */
class FailingFunctionsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final StateSpec<Long, Long> SUM = sums("sum");

    /** A t-graph with a function that fails. */
    private interface Graph {
        TransactionalStream<?> of(TransactionalStream<Long> stream);
    }

    static Stream<Arguments> failing() {
        return Stream.of(
                fails("map", s -> s.map(FailingFunctionsITCase::fail, Long.class)),
                fails("filter", s -> s.filter(number -> fail(number) > 0)),
                fails("flatMap", s -> s.flatMap(number -> List.of(fail(number)), Long.class)),
                fails("process", s -> s.process((n, tx, out) -> fail(n), Long.class)),
                fails("key", s -> s.keyBy(FailingFunctionsITCase::fail).update(SUM, Long::sum)),
                fails("update", s -> keyed(s).update(SUM, (sum, number) -> fail(number))),
                fails("write", s -> keyed(s).write(SUM, FailingFunctionsITCase::fail)),
                fails("read", s -> keyed(s).read(SUM, (sum, n) -> fail(n), Long.class)),
                fails("apply", s -> keyed(s).apply(SUM, (sum, n, tx) -> fail(n), Long.class)),
                fails(
                        "behind",
                        s -> keyed(s).update(SUM, Long::sum).map(FailingFunctionsITCase::fail)),
                fails(
                        "constraint",
                        s ->
                                keyed(s).update(
                                                SUM.constraint("fails", sum -> fail(sum) > 0),
                                                Long::sum)),
                fails(
                        "elements",
                        "the collection of them is null, operation=flatMap",
                        s -> s.flatMap(number -> null, Long.class)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failing")
    void exceptionFailsTheJob(String what, String message, Graph graph) {
        TransactionalStream<?> stream = graph.of(open(ConcurrencyControl.TIMESTAMP_BASED, 1));

        assertThatThrownBy(() -> EmbeddedFlink.collect(stream.closeTransaction()))
                .hasStackTraceContaining(message);
    }

    private static Arguments fails(String what, Graph graph) {
        return fails(what, "out of order", graph);
    }

    private static Arguments fails(String what, String message, Graph graph) {
        return Arguments.of(what, message, graph);
    }

    private static KeyedTransactionalStream<Long, Long> keyed(TransactionalStream<Long> stream) {
        return stream.keyBy(number -> number % 10);
    }

    private static long fail(long number) {
        throw new IllegalStateException("out of order");
    }
}
