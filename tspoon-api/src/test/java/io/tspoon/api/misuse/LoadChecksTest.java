/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.misuse;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Loads that cannot be are refused while the t-graph is built. */
class LoadChecksTest {
    private static final StateSpec<Long, Long> SUM =
            StateSpec.named("sum", Long.class, Long.class).initialValue(0L);

    private final StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
    private final DataStream<Long> numbers = environment.fromSequence(1, 9);
    private final DataStream<Long> sums = environment.fromSequence(1, 9);
    private final TransactionalGraph graph = TransactionalGraph.named("bank");

    @Test
    void boundedStreamIsLoaded() {
        settle(graph.load(SUM, sums, n -> n, n -> n), SUM);

        assertThatCode(environment::getStreamGraph).doesNotThrowAnyException();
    }

    @Test
    void streamEnds() {
        DataStream<Long> endless =
                environment.fromSource(
                        new EndlessNumbers(), WatermarkStrategy.noWatermarks(), "endless");

        assertRefused(() -> graph.load(SUM, endless.union(sums), n -> n, n -> n))
                .hasMessageStartingWith("[TSP-1232] Cannot load state: the stream does not end")
                .hasMessageContaining("graph=bank, state=sum, source=endless");
    }

    @Test
    void stateIsLoadedFromOneStream() {
        graph.load(SUM, sums, n -> n, n -> n);

        assertRefused(() -> graph.load(SUM, sums, n -> n, n -> n))
                .hasMessageStartingWith("[TSP-1231]")
                .hasMessageContaining("graph=bank, state=sum. Unite the streams");
    }

    @Test
    void stateIsAccessed() {
        StateSpec<Long, Long> other = StateSpec.named("other", Long.class, Long.class);

        assertRefused(() -> settle(graph.load(other, sums, n -> n, n -> n), SUM))
                .hasMessageStartingWith(
                        "[TSP-1233] Cannot load state: nothing in the t-graph accesses it")
                .hasMessageContaining("graph=bank, state=other");
    }

    @Test
    void stateIsThatOfTheSpec() {
        StateSpec<Long, Long> same = StateSpec.named("sum", Long.class, Long.class);

        assertRefused(() -> settle(graph.load(same, sums, n -> n, n -> n), SUM))
                .hasMessageContaining("the t-graph accesses another StateSpec of this name");
    }

    @Test
    void environmentIsTheSame() {
        DataStream<Long> elsewhere = EmbeddedFlink.environment(2).fromSequence(1, 9);

        assertRefused(() -> settle(graph.load(SUM, elsewhere, n -> n, n -> n), SUM))
                .hasMessageStartingWith("[TSP-1234]")
                .hasMessageContaining("graph=bank, state=sum");
    }

    /** The source would be held up by the t-graph, which waits for the load. */
    @Test
    void originIsAnother() {
        DataStream<Long> both = numbers.filter(n -> n > 0);
        settle(graph.load(SUM, both, n -> n, n -> n), SUM);

        assertRefused(environment::getStreamGraph)
                .hasMessageStartingWith("[TSP-2016]")
                .hasMessageContaining("graph=bank, state=sum, origin=Sequence Source");
    }

    @Test
    void checkpointsGoOnWhenTheLoadHasEnded() {
        environment.configure(
                new Configuration()
                        .set(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH, false));
        settle(graph.load(SUM, sums, n -> n, n -> n), SUM);

        assertRefused(environment::getStreamGraph)
                .hasMessageStartingWith("[TSP-2017]")
                .hasMessageContaining("checkpoints-after-tasks-finish");
    }

    @Test
    void nothingIsNull() {
        assertRefused(() -> graph.load((StateSpec<Long, Long>) null, sums, n -> n, n -> n))
                .hasMessageContaining("the state is null, graph=bank, operation=load");
        assertRefused(() -> graph.load(SUM, (DataStream<Long>) null, n -> n, n -> n))
                .hasMessageContaining("the stream is null");
        assertRefused(() -> graph.load(SUM, (DataStream<Tuple2<Long, Long>>) null))
                .hasMessageContaining("the stream is null");
        assertRefused(() -> graph.load(SUM, sums, null, n -> n))
                .hasMessageContaining("the key selector is null");
        assertRefused(() -> graph.load(SUM, sums, n -> n, null))
                .hasMessageContaining("the value function is null");
    }

    @Test
    void functionsCanBeShipped() {
        Object unshippable = new Object();

        assertRefused(
                        () ->
                                settle(
                                        graph.load(
                                                SUM, sums, n -> n + unshippable.hashCode(), n -> n),
                                        SUM))
                .hasMessageStartingWith("[TSP-1103] Cannot use key selector in t-graph");
        assertRefused(
                        () ->
                                settle(
                                        TransactionalGraph.named("other"),
                                        StateSpec.named("count", Long.class, Long.class)
                                                .initialValue(n -> n + unshippable.hashCode())))
                .hasMessageStartingWith("[TSP-1103] Cannot use initial value in t-graph");
    }

    /** Flink asks the source whether it ends. */
    private static final class EndlessNumbers extends NumberSequenceSource {
        private static final long serialVersionUID = 1L;

        EndlessNumbers() {
            super(0, Long.MAX_VALUE);
        }

        @Override
        public Boundedness getBoundedness() {
            return Boundedness.CONTINUOUS_UNBOUNDED;
        }
    }

    private DataStream<TransactionResult<Long>> settle(
            TransactionalGraph opened, StateSpec<Long, Long> state) {
        return opened.openTransaction(numbers)
                .keyBy(n -> n)
                .update(state, (sum, n) -> sum + n)
                .closeTransaction();
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(ThrowingCallable program) {
        return assertThatThrownBy(program).isInstanceOf(InvalidGraphException.class);
    }
}
