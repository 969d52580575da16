/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.misuse;

import io.tspoon.api.PartitionedSpec;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.WindowSpec;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Windows that mean nothing, or that somebody else could write, are refused when they are made. */
class WindowChecksTest {
    private static final WindowSpec<Long, Long, Void> RECENT =
            WindowSpec.ofLast("recent", Long.class, Long.class, 10)
                    .partitionedBy(key -> 0, Integer.class);

    private final DataStream<Long> numbers = EmbeddedFlink.environment(2).fromSequence(1, 10);
    private final TransactionalGraph graph = TransactionalGraph.named("bank");

    // ------------------------------------------------------------------ descriptions

    @ParameterizedTest
    @CsvSource({
        "0, 1, must be 1 at least",
        "5, 0, must be 1 at least",
        "-1, -1, must be 1 at least",
        "5, 6, its slide is larger than its size",
        "2000000000, 1, its size is above 1073741823"
    })
    void sizesOfLastElementsMakeSense(int size, int slide, String why) {
        assertRefused(() -> WindowSpec.ofLast("recent", Long.class, Long.class, size, slide))
                .hasMessageStartingWith("[TSP-1271] Cannot describe window: its ")
                .hasMessageContaining(why)
                .hasMessageContaining(", window=recent, size=" + size + ", slide=" + slide);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, must be 1 at least",
        "5, 0, must be 1 at least",
        "5, 6, its slide is larger than its size",
        "5, 2, its size is no multiple of its slide"
    })
    void sizesOfSpansMakeSense(int size, int slide, String why) {
        assertRefused(() -> span(Duration.ofMillis(size), Duration.ofMillis(slide)))
                .hasMessageStartingWith("[TSP-1271] Cannot describe window: its ")
                .hasMessageContaining(why);
    }

    @Test
    void nothingIsNull() {
        Class<Long> type = null;
        assertRefused(() -> span(null, Duration.ofMillis(1)))
                .hasMessage(
                        "[TSP-1270] Cannot describe window: the size is null, window=span."
                                + " Pass one.");
        assertRefused(() -> span(Duration.ofMillis(1), null)).hasMessageContaining("the slide is");
        assertRefused(
                        () ->
                                WindowSpec.ofTime(
                                        "span",
                                        Long.class,
                                        Long.class,
                                        Duration.ofMillis(1),
                                        Duration.ofMillis(1),
                                        null))
                .hasMessageContaining("the timestamp function is null, window=span");
        assertRefused(() -> WindowSpec.ofLast("recent", type, Long.class, 1))
                .hasMessageContaining("the type is null, window=recent");
        assertRefused(() -> RECENT.aggregate(Long.class, null, Long::sum, Long::sum))
                .hasMessageContaining("the initial aggregate is null");
        assertRefused(() -> RECENT.aggregate(Long.class, 0L, null, Long::sum))
                .hasMessageContaining("the function that adds is null");
        assertRefused(() -> RECENT.aggregate(Long.class, 0L, Long::sum, null))
                .hasMessageContaining("the function that removes is null");
    }

    @Test
    void onlySpansHaveALimit() {
        assertRefused(() -> RECENT.maxElements(5))
                .hasMessageStartingWith("[TSP-1272] Cannot limit window: it is one of the last")
                .hasMessageContaining("the limit is their size, window=recent");
        assertRefused(RECENT::atOnce)
                .hasMessageStartingWith("[TSP-1272] Cannot open window: it is one of the last");
        assertRefused(() -> span(Duration.ofMillis(1), Duration.ofMillis(1)).maxElements(0))
                .hasMessageStartingWith("[TSP-1275] Cannot limit window: it could have no element")
                .hasMessageContaining("window=span, maxElements=0");
    }

    private static WindowSpec<Long, Long, Void> span(Duration size, Duration slide) {
        return WindowSpec.ofTime("span", Long.class, Long.class, size, slide, time -> time);
    }

    // ------------------------------------------------------------------ t-graphs

    @Test
    void windowOfAnotherProcedureIsRefused() {
        TransactionalStream<Long> opened = graph.openTransaction(numbers);
        TransactionalStream<Long> first = procedure(opened, RECENT);

        assertRefused(() -> procedure(opened, RECENT))
                .hasMessageStartingWith("[TSP-1273] Cannot access window: it belongs to another")
                .hasMessageContaining("graph=bank, window=recent");
        assertThatCode(first::closeTransaction).doesNotThrowAnyException();
    }

    @Test
    void windowThatIsNotPartitionedIsRefused() {
        TransactionalStream<Long> opened = graph.openTransaction(numbers);

        assertRefused(
                        () ->
                                procedure(
                                        opened,
                                        WindowSpec.ofLast("recent", Long.class, Long.class, 10)))
                .hasMessageStartingWith("[TSP-1261]")
                .hasMessageContaining("state=recent");
    }

    @Test
    void windowThatNeedsKryoIsRefused() {
        TransactionalStream<Long> opened = graph.openTransaction(numbers);

        assertRefused(
                        () ->
                                procedure(
                                        opened,
                                        RECENT.aggregate(
                                                AtomicReference.class,
                                                new AtomicReference<>(),
                                                (all, n) -> all,
                                                (all, n) -> all)))
                .hasMessageStartingWith("[TSP-1202] Cannot use type in t-graph")
                .hasMessageContaining("part=aggregate");
    }

    @Test
    void statesOfWindowsAreNotAccessed() {
        TransactionalStream<Long> opened = graph.openTransaction(numbers);
        StateSpec<?, Long> slots = RECENT.slots();

        assertRefused(() -> procedure(opened, RECENT.contents()))
                .hasMessageStartingWith("[TSP-1274] Cannot access state: it is part of a window")
                .hasMessageContaining("graph=bank, state=recent, operation=procedure");
        assertRefused(() -> procedure(opened, slots)).hasMessageContaining("state=recent-slots");
        assertRefused(() -> opened.keyBy(n -> n).read(RECENT.contents(), (c, n) -> n, Long.class))
                .hasMessageContaining("[TSP-1274]");
        TransactionalGraph other = TransactionalGraph.named("other");
        assertRefused(() -> other.writable(RECENT.contents()))
                .hasMessageContaining("[TSP-1274]")
                .hasMessageContaining("operation=writable");
        assertRefused(() -> other.load(RECENT.contents(), numbers, n -> n, n -> null))
                .hasMessageContaining("[TSP-1274]")
                .hasMessageContaining("operation=load");
        assertThatCode(() -> procedure(opened, RECENT).closeTransaction())
                .doesNotThrowAnyException();
    }

    private static TransactionalStream<Long> procedure(
            TransactionalStream<Long> opened, PartitionedSpec... states) {
        return opened.partitionBy(n -> 0, Types.INT)
                .procedure((partition, n, transaction) -> {}, Long.class, states);
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(ThrowingCallable program) {
        return assertThatThrownBy(program).isInstanceOf(InvalidGraphException.class);
    }
}
