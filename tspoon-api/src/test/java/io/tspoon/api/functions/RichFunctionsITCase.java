/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.functions;

import io.tspoon.api.ElementsFunction;
import io.tspoon.api.OutputFunction;
import io.tspoon.api.ReadFunction;
import io.tspoon.api.StateSpec;
import io.tspoon.api.StatefulFunction;
import io.tspoon.api.TransactionalProcessFunction;
import io.tspoon.api.UpdateFunction;
import io.tspoon.api.WriteFunction;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

import static io.tspoon.testing.Numbers.checkReplay;
import static io.tspoon.testing.Numbers.open;
import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Functions of every kind may be rich: each instance is opened and closed once. */
class RichFunctionsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final Queue<String> OPENED = new ConcurrentLinkedQueue<>();
    private static final Queue<String> CLOSED = new ConcurrentLinkedQueue<>();

    /** All kinds of functions in one; hands its element on, if it is open. */
    private static final class Rich extends AbstractRichFunction
            implements MapFunction<Long, Long>,
                    FilterFunction<Long>,
                    FlatMapFunction<Long, Long>,
                    ElementsFunction<Long, Long>,
                    TransactionalProcessFunction<Long, Long>,
                    UpdateFunction<Long, Long>,
                    OutputFunction<Long, Long, Long>,
                    ReadFunction<Long, Long, Long>,
                    WriteFunction<Long, Long>,
                    StatefulFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        private final String name;
        private transient boolean open;

        Rich(String name) {
            this.name = name;
        }

        @Override
        public void open(OpenContext context) {
            open = true;
            OPENED.add(instance());
        }

        @Override
        public void close() {
            if (open) {
                CLOSED.add(instance());
            }
            open = false;
        }

        private String instance() {
            return name + " " + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
        }

        private Long checked(Long element) {
            assertThat(open).as("%s is open", name).isTrue();
            return element;
        }

        @Override
        public Long map(Long element) {
            return checked(element);
        }

        @Override
        public boolean filter(Long element) {
            return checked(element) != null;
        }

        @Override
        public void flatMap(Long element, Collector<Long> out) {
            out.collect(checked(element));
        }

        @Override
        public Iterable<Long> elements(Long element) {
            return List.of(checked(element));
        }

        @Override
        public void process(Long element, TransactionContext transaction, Collector<Long> out) {
            out.collect(checked(element));
        }

        @Override
        public Long update(Long value, Long element) {
            return value + 1 + 0 * checked(element);
        }

        @Override
        public Long output(Long value, Long element) {
            return checked(element);
        }

        @Override
        public Long read(Long value, Long element) {
            return checked(element);
        }

        @Override
        public Long write(Long element) {
            return checked(element);
        }

        @Override
        public void apply(ValueAccess<Long> value, Long element, StateContext<Long> transaction) {
            transaction.emit(checked(element));
        }
    }

    /** As a client does whose connection broke. */
    private static final class FailsToClose extends AbstractRichFunction
            implements MapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long map(Long element) {
            return element;
        }

        @Override
        public void close() {
            if (getRuntimeContext() != null) {
                throw new IllegalStateException("connection broken");
            }
        }
    }

    @BeforeEach
    void forget() {
        OPENED.clear();
        CLOSED.clear();
    }

    /** Both functions are in one operator of Flink. */
    @Test
    void functionIsClosedThoughAnotherOneFailsToClose() {
        DataStream<TransactionResult<Long>> results =
                open(ConcurrencyControl.TIMESTAMP_BASED, 1)
                        .map(new FailsToClose(), Long.class)
                        .map(new Rich("map"), Long.class)
                        .closeTransaction();

        assertThatThrownBy(() -> EmbeddedFlink.collect(results))
                .hasStackTraceContaining("connection broken");
        assertThat(CLOSED).containsExactly("map 0");
    }

    @Test
    void everyFunctionIsOpenedAndClosed() throws Exception {
        FlatMapFunction<Long, Long> flatMap = new Rich("flatMap");
        ElementsFunction<Long, Long> elements = new Rich("elements");
        ReadFunction<Long, Long, Long> both = new Rich("both"); // in two states of a key
        StateSpec<Long, Long> counts = sums("counts");

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(ConcurrencyControl.TIMESTAMP_BASED, 2)
                                .map(new Rich("map"), Long.class)
                                .filter(new Rich("filter"))
                                .flatMap(flatMap, Long.class)
                                .keyBy(number -> number)
                                .read(sums("read"), new Rich("read"), Long.class)
                                .flatMap(elements, Long.class)
                                .process(new Rich("process"), Long.class)
                                .keyBy(number -> number)
                                .write(sums("write"), new Rich("write"))
                                .keyBy(number -> number)
                                .apply(sums("apply"), new Rich("apply"), Long.class)
                                .keyBy(number -> number % 10)
                                .update(counts, new Rich("update"), new Rich("output"), Long.class)
                                .sameKey()
                                .read(sums("other"), both, Long.class)
                                .sameKey()
                                .read(sums("another"), both, Long.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    view.write(sums("write"), number, number);
                    view.write(counts, number % 10, view.read(counts, number % 10) + 1);
                    view.emit(number);
                });
        List<String> instances =
                Stream.of(
                                "map",
                                "filter",
                                "flatMap",
                                "read",
                                "elements",
                                "process",
                                "write",
                                "apply",
                                "update",
                                "output",
                                "both")
                        .flatMap(name -> Stream.of(name + " 0", name + " 1"))
                        .toList();
        assertThat(OPENED).containsExactlyInAnyOrderElementsOf(instances);
        assertThat(CLOSED).containsExactlyInAnyOrderElementsOf(instances);
    }
}
