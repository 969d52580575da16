/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.misuse;

import io.tspoon.api.ElementsFunction;
import io.tspoon.api.InitialValueFunction;
import io.tspoon.api.KeyedTransactionalStream;
import io.tspoon.api.NamedLeaf;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.log.FileLog;
import io.tspoon.runtime.plan.NamedLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.function.Consumer;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Null is refused where it is passed, with the t-graph and the operation. */
class NullArgumentsTest {
    private static final StateSpec<Long, Long> SUM =
            StateSpec.named("sum", Long.class, Long.class).initialValue(0L);

    private final DataStream<Long> numbers = EmbeddedFlink.environment(2).fromSequence(1, 10);

    static Stream<Arguments> nothings() {
        Class<Long> type = null;
        TypeInformation<Long> info = null;
        return Stream.of(
                nothing("map", "function", s -> s.map(null)),
                nothing("map", "function", s -> s.map(null, Long.class)),
                nothing("map", "result type", s -> s.map(n -> n, type)),
                nothing("map", "result type", s -> s.map(n -> n, info)),
                nothing("filter", "function", s -> s.filter(null)),
                nothing("flatMap", "function", s -> s.flatMap((FlatMapFunction<Long, Long>) null)),
                nothing(
                        "flatMap",
                        "function",
                        s -> s.flatMap((ElementsFunction<Long, Long>) null, Long.class)),
                nothing("process", "function", s -> s.process(null, Long.class)),
                nothing("process", "result type", s -> s.process((n, tx, out) -> {}, type)),
                nothing("union", "stream", s -> s.union(s, null)),
                nothing("union", "stream", s -> s.union((TransactionalStream<Long>[]) null)),
                nothing("keyBy", "function", s -> s.keyBy(null)),
                nothing("keyBy", "key selector", s -> s.keyBy(null, Long.class)),
                nothing("keyBy", "result type", s -> s.keyBy(n -> n, type)),
                nothing("keyBy", "key type", s -> s.keyBy(n -> n, info)),
                nothing("keyBy", "state", s -> keyed(s).update(null, Long::sum)),
                nothing("keyBy", "state", s -> keyed(s).delete((StateSpec<Long, Long>) null)),
                nothing("sum", "function", s -> keyed(s).update(SUM, null)),
                nothing("sum", "function", s -> keyed(s).update(SUM, Long::sum, null, Long.class)),
                nothing("sum", "function", s -> keyed(s).write(SUM, null)),
                nothing("sum", "function", s -> keyed(s).check(SUM, null, "rule")),
                nothing("sum", "rule", s -> keyed(s).check(SUM, (v, n) -> true, null)),
                nothing("keyBy", "state", s -> keyed(s).check(null, (v, n) -> true, "rule")),
                nothing("sum", "result type", s -> keyed(s).read(SUM, (v, n) -> v, type)),
                nothing("sum", "result type", s -> keyed(s).read(SUM, (v, n) -> v, info)),
                nothing(
                        "sum",
                        "mode selector",
                        s -> keyed(s).apply(SUM, null, (v, n, tx) -> {}, Long.class)));
    }

    private static Arguments nothing(
            String operation, String what, Consumer<TransactionalStream<Long>> mistake) {
        return Arguments.of(operation, what, mistake);
    }

    /** Flink takes it, and the job would fail when it runs. */
    @ParameterizedTest(name = "{1} of {0}")
    @MethodSource("nothings")
    void nullIsRefusedWhereItIsPassed(
            String operation, String what, Consumer<TransactionalStream<Long>> mistake) {
        TransactionalStream<Long> stream =
                TransactionalGraph.named("bank").openTransaction(numbers);

        assertRefused(() -> mistake.accept(stream))
                .hasMessage(
                        "[TSP-1102] Cannot build t-graph: the "
                                + what
                                + " is null, graph=bank, operation="
                                + operation
                                + ". Pass one.");
        assertThatCode(() -> keyed(stream).update(SUM, Long::sum).closeTransaction())
                .doesNotThrowAnyException();
    }

    @Test
    void graphIsNotOpenedNorClosedWithNull() {
        TransactionalGraph bank = TransactionalGraph.named("bank");

        assertRefused(() -> bank.openTransaction((DataStream<Long>) null))
                .hasMessageContaining("input is null, graph=bank, operation=openTransaction");
        assertRefused(() -> bank.openTransaction(numbers, null))
                .hasMessageContaining("transaction key is null, graph=bank");
        TransactionalStream<Long> stream = bank.openTransaction(numbers);
        assertRefused(() -> TransactionalGraph.closeTransaction(stream, null))
                .hasMessageContaining("a stream is null, place=1");
        assertRefused(() -> TransactionalGraph.closeTransaction(stream.as("a"), null, null))
                .hasMessageContaining("a leaf is null, or has the name of another one, place=1");
        assertRefused(
                        () ->
                                TransactionalGraph.closeTransaction(
                                        stream.as("a"), (NamedLeaf<Long>[]) null))
                .hasMessageContaining("null instead of some, further leaves=null, limit=255");
    }

    /** As from an environment variable that is not set. */
    @Test
    void placeOfTheLogIsNotNull() {
        TransactionalGraph bank = TransactionalGraph.named("bank");
        bank.writeAheadLog(new FileLog(null));

        assertRefused(() -> bank.openTransaction(numbers))
                .hasMessage(
                        "[TSP-1005] Cannot open t-graph: its write-ahead log cannot be used,"
                            + " graph=bank, reason=[TSP-3000] Cannot use directory for write-ahead"
                            + " log: it is null, directory=null. Name a directory, such as"
                            + " file:///mnt/shared/logs");
    }

    /** A log of the user's own that does not look at what it is given. */
    @Test
    void logThatCannotSayWhatItLacksIsNamedWithTheGraph() {
        TransactionalGraph bank = TransactionalGraph.named("bank");
        bank.writeAheadLog(new NamedLog(null, "bank"));

        assertRefused(() -> bank.openTransaction(numbers))
                .hasMessageContaining("graph=bank, reason=java.lang.NullPointerException")
                .hasCauseInstanceOf(NullPointerException.class);
    }

    @Test
    void stateIsNotDescribedWithNull() {
        Class<Long> type = null;

        assertRefused(() -> StateSpec.named("s", type, Long.class))
                .hasMessageContaining("the key type is null, state=s");
        assertRefused(() -> StateSpec.named("s", Types.LONG, (TypeInformation<Long>) null))
                .hasMessageContaining("the value type is null, state=s");
        assertRefused(() -> SUM.initialValue((Long) null))
                .hasMessageContaining("initial value, which may be left out, is null, state=sum");
        assertRefused(() -> SUM.initialValue((InitialValueFunction<Long, Long>) null))
                .hasMessageContaining(
                        "function for initial values, which may be left out, is null");
        assertRefused(() -> SUM.constraint(null, sum -> true))
                .hasMessageContaining("name of the constraint is null, state=sum");
        assertRefused(() -> SUM.constraint("positive", null))
                .hasMessageContaining("the constraint is null, state=sum");
    }

    private static KeyedTransactionalStream<Long, Long> keyed(TransactionalStream<Long> stream) {
        return stream.keyBy(number -> number);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable mistake) {
        return assertThatThrownBy(mistake).isInstanceOf(InvalidGraphException.class);
    }
}
