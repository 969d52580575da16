/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.InvalidTypesException;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.TypeExtractor;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;
import org.apache.flink.util.FlinkRuntimeException;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The type of results is that of their t-graph, or an error says how to give it. */
class ResultTypesTest {
    private final StreamExecutionEnvironment environment = EmbeddedFlink.environment(1);
    private final DataStream<TransactionResult<Long>> results =
            TransactionalGraph.named("bank")
                    .openTransaction(environment.fromSequence(1, 10))
                    .keyBy(number -> number)
                    .update(
                            StateSpec.named("sum", Long.class, Long.class).initialValue(0L),
                            Long::sum)
                    .closeTransaction();

    private static final class Same
            implements MapFunction<TransactionResult<Long>, TransactionResult<Long>> {
        private static final long serialVersionUID = 1L;

        @Override
        public TransactionResult<Long> map(TransactionResult<Long> result) {
            return result;
        }
    }

    private static final class SameOfAny<T> implements MapFunction<T, T> {
        private static final long serialVersionUID = 1L;

        @Override
        public T map(T element) {
            return element;
        }
    }

    private static final class Keys
            implements MapFunction<TransactionResult<Long>, String>,
                    FilterFunction<TransactionResult<Long>>,
                    FlatMapFunction<TransactionResult<Long>, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String map(TransactionResult<Long> result) {
            return result.key();
        }

        @Override
        public boolean filter(TransactionResult<Long> result) {
            return result.isCommitted();
        }

        @Override
        public void flatMap(TransactionResult<Long> result, Collector<String> out) {
            out.collect(result.key());
        }
    }

    private static class Emitted<T> extends ProcessFunction<TransactionResult<T>, T> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(TransactionResult<T> result, Context context, Collector<T> out) {
            result.emitted().forEach(out::collect);
        }
    }

    private static final class EmittedOfKey
            extends KeyedProcessFunction<String, TransactionResult<Long>, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                TransactionResult<Long> result, Context context, Collector<Long> out) {
            result.emitted().forEach(out::collect);
        }
    }

    @Test
    void typeIsKeptWhereFlinkNeedNotFindIt() {
        assertThat(results.filter(new Keys()).getType()).isEqualTo(results.getType());
        assertThat(results.filter(result -> true).getType()).isEqualTo(results.getType());
        assertThat(results.map(new SameOfAny<>()).getType()).isEqualTo(results.getType());
        assertThat(results.union(results.rebalance()).getType()).isEqualTo(results.getType());
        assertThat(results.keyBy(TransactionResult::key).reduce((a, b) -> b).getType())
                .isEqualTo(results.getType());
    }

    @Test
    void functionsOfResultsNeedNoType() {
        assertThat(results.map(new Keys()).getType()).isEqualTo(Types.STRING);
        assertThat(results.map(TransactionResult::key).getType()).isEqualTo(Types.STRING);
        assertThat(results.flatMap(new Keys()).getType()).isEqualTo(Types.STRING);
        assertThat(results.process(new Emitted<Long>() {}).getType()).isEqualTo(Types.LONG);
        assertThat(results.keyBy(TransactionResult::key).process(new EmittedOfKey()).getType())
                .isEqualTo(Types.LONG);
        results.sinkTo(new DiscardingSink<>());
        assertThatCode(environment::getStreamGraph).doesNotThrowAnyException();
    }

    @Test
    void typeIsGivenBehindAFunctionOfResultsToResults() {
        assertThat(results.map(new Same()).returns(results.getType()).getType())
                .isEqualTo(results.getType());
        assertThatThrownBy(() -> results.map(new Same()).sinkTo(new DiscardingSink<>()))
                .isInstanceOf(InvalidTypesException.class)
                .hasStackTraceContaining(".returns(results.getType())");
    }

    @Test
    void typeIsGivenInsideAnotherGraph() {
        TransactionalStream<TransactionResult<Long>> audited =
                TransactionalGraph.named("audit").openTransaction(results);

        for (MapFunction<TransactionResult<Long>, TransactionResult<Long>> same :
                List.<MapFunction<TransactionResult<Long>, TransactionResult<Long>>>of(
                        new Same(), result -> result)) {
            assertThatThrownBy(() -> audited.map(same))
                    .isInstanceOf(InvalidGraphException.class)
                    .hasMessageContaining("or only another t-graph knows it, operation=map")
                    .hasMessageContaining("as in map(function, results.getType())");
            assertThat(audited.map(same, results.getType()).type()).isEqualTo(results.getType());
        }
    }

    @Test
    void typeIsNotGuessed() {
        assertThatThrownBy(() -> TypeExtractor.createTypeInfo(StateUpdate.class))
                .isInstanceOf(InvalidTypesException.class)
                .hasMessageContaining("type=io.tspoon.transaction.StateUpdate")
                .hasMessageContaining("map them to a type of your own");
        assertThatThrownBy(() -> TypeInformation.of(StateUpdate.class))
                .as("with a message of Flink's own")
                .isInstanceOf(FlinkRuntimeException.class);
        assertThatThrownBy(() -> new TypeHint<TransactionResult<Long>>() {})
                .as("with a message of Flink's own")
                .isInstanceOf(FlinkRuntimeException.class);
    }
}
