/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.functions;

import io.tspoon.api.AccessedStream;
import io.tspoon.api.Constraint;
import io.tspoon.api.KeyedTransactionalStream;
import io.tspoon.api.OutputFunction;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.UpdateFunction;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.InvalidProgramException;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.function.Consumer;
import java.util.stream.Stream;

import static io.tspoon.transaction.AccessMode.READ;
import static io.tspoon.transaction.AccessMode.UPDATE;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A function that cannot be told of checkpoints, or be shipped, is refused with the graph. */
class FunctionChecksTest {
    private static final StateSpec<Long, Long> SUM =
            StateSpec.named("sum", Long.class, Long.class).initialValue(0L);

    private final StreamExecutionEnvironment environment = EmbeddedFlink.environment(1);
    private final TransactionalStream<Long> stream =
            TransactionalGraph.named("bank").openTransaction(environment.fromSequence(1, 10));

    private static final class Checkpointed
            implements MapFunction<Long, Long>,
                    OutputFunction<Long, Long, Long>,
                    CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        @Override
        public Long map(Long element) {
            return element;
        }

        @Override
        public Long output(Long value, Long element) {
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {}

        @Override
        public void initializeState(FunctionInitializationContext context) {}
    }

    private static final class Listening
            implements FilterFunction<Long>, UpdateFunction<Long, Long>, CheckpointListener {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean filter(Long element) {
            return true;
        }

        @Override
        public Long update(Long value, Long element) {
            return value + element;
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {}
    }

    @Test
    void checkpointedFunctionIsRefused() {
        assertRefused(() -> stream.map(new Checkpointed()))
                .hasMessageContaining("graph=bank, operation=map, function=")
                .hasMessageContaining("Checkpointed, implements=CheckpointedFunction")
                .hasMessageContaining("Declare a StateSpec");
    }

    @Test
    void functionThatListensToCheckpointsIsRefused() {
        assertRefused(() -> stream.filter(new Listening()))
                .hasMessageContaining("operation=filter")
                .hasMessageContaining("implements=CheckpointListener");
    }

    /** Each of them, if an access has several. */
    @Test
    void functionOfAStateIsRefusedAndLeavesNothingBehind() {
        KeyedTransactionalStream<Long, Long> keyed = stream.keyBy(number -> number);

        assertRefused(() -> keyed.update(SUM, new Listening()))
                .hasMessageContaining("operation=sum")
                .hasMessageContaining("implements=CheckpointListener");
        assertRefused(() -> keyed.update(SUM, Long::sum, new Checkpointed(), Long.class))
                .hasMessageContaining("operation=sum")
                .hasMessageContaining("implements=CheckpointedFunction");
        assertThatCode(() -> keyed.update(SUM, Long::sum).closeTransaction())
                .doesNotThrowAnyException();
    }

    static Stream<Arguments> unshippables() {
        Object other = new Object();
        return Stream.of(
                unshippable("function", "map", s -> s.map(n -> other.equals(n))),
                unshippable("function", "filter", s -> s.filter(other::equals)),
                unshippable("key selector", "keyBy", s -> sum(s.keyBy(n -> n + other.hashCode()))),
                unshippable(
                        "function",
                        "sum",
                        s -> keyed(s).update(SUM, (v, n) -> v + other.hashCode())),
                unshippable(
                        "function",
                        "sum",
                        s -> keyed(s).update(SUM, Long::sum, (v, n) -> other + "", String.class)),
                unshippable(
                        "function",
                        "sum",
                        s -> keyed(s).apply(SUM, (v, n, tx) -> tx.emit("" + other), String.class)),
                unshippable(
                        "mode selector",
                        "sum",
                        s ->
                                keyed(s).apply(
                                                SUM,
                                                n -> other.equals(n) ? READ : UPDATE,
                                                (v, n, tx) -> tx.emit(n),
                                                Long.class)));
    }

    private static Arguments unshippable(
            String what, String operation, Consumer<TransactionalStream<Long>> mistake) {
        return Arguments.of(what, operation, mistake);
    }

    /** Flink says neither where the function is nor what to do. */
    @ParameterizedTest(name = "{0} of {1}")
    @MethodSource("unshippables")
    void functionThatCannotBeShippedIsRefusedAndLeavesNothingBehind(
            String what, String operation, Consumer<TransactionalStream<Long>> mistake) {
        assertRefused(() -> mistake.accept(stream))
                .hasMessageStartingWith(
                        "[TSP-1103] Cannot use "
                                + what
                                + " in t-graph: it cannot be shipped, graph=bank, operation="
                                + operation
                                + ", function="
                                + FunctionChecksTest.class.getName())
                .hasMessageContaining(". Let it use only what is Serializable, or make it a static")
                .hasMessageContaining("Flink says: ")
                .hasCauseInstanceOf(InvalidProgramException.class);
        assertThatCode(() -> sum(keyed(stream)).closeTransaction()).doesNotThrowAnyException();
    }

    private static KeyedTransactionalStream<Long, Long> keyed(TransactionalStream<Long> stream) {
        return stream.keyBy(number -> number);
    }

    private static AccessedStream<Long, Long> sum(KeyedTransactionalStream<Long, Long> keyed) {
        return keyed.update(SUM, Long::sum);
    }

    /** It refers to this test, which cannot be shipped, and does not need it. */
    @Test
    void constraintIsCleanedAsFunctionsAre() {
        Constraint<Long> positive =
                new Constraint<>() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public boolean test(Long sum) {
                        return sum > 0;
                    }
                };

        stream.keyBy(number -> number)
                .update(SUM.constraint("positive", positive), Long::sum)
                .closeTransaction();

        assertThatCode(() -> environment.getStreamGraph().getJobGraph()).doesNotThrowAnyException();
    }

    @Test
    void constraintThatCannotBeShippedIsRefusedAndLeavesNothingBehind() {
        KeyedTransactionalStream<Long, Long> keyed = stream.keyBy(number -> number);
        Object limit = new Object();
        StateSpec<Long, Long> unfit = SUM.constraint("unlike", sum -> !limit.equals(sum));

        assertRefused(() -> keyed.update(unfit, Long::sum))
                .hasMessageContaining("Cannot use constraint in t-graph: it cannot be shipped, ")
                .hasMessageContaining("graph=bank, state=sum, constraint=unlike. Let it use only")
                .hasCauseInstanceOf(InvalidProgramException.class);
        assertThatCode(() -> keyed.update(SUM, Long::sum).closeTransaction())
                .doesNotThrowAnyException();
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable mistake) {
        return assertThatThrownBy(mistake).isInstanceOf(InvalidGraphException.class);
    }
}
