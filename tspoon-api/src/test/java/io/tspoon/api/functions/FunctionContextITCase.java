/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.functions;

import io.tspoon.api.UpdateFunction;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.List;

import static io.tspoon.testing.Numbers.COUNT;
import static io.tspoon.testing.Numbers.open;
import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A rich function inside a t-graph has what its operator has, but for Flink's own state. */
class FunctionContextITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    /** Asks for states of every kind; its transactions go on if all are refused. */
    private static final class AsksForStates extends AbstractRichFunction
            implements MapFunction<Long, Long>, UpdateFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void open(OpenContext context) {
            RuntimeContext runtime = getRuntimeContext();
            checkRefused(() -> runtime.getState(new ValueStateDescriptor<>("mine", Types.LONG)));
            checkRefused(() -> runtime.getListState(new ListStateDescriptor<>("mine", Types.LONG)));
            checkRefused(
                    () ->
                            runtime.getMapState(
                                    new MapStateDescriptor<>("mine", Types.LONG, Types.LONG)));
            checkRefused(
                    () ->
                            runtime.getReducingState(
                                    new ReducingStateDescriptor<>("mine", Long::sum, Types.LONG)));
            checkRefused(
                    () ->
                            runtime.getAggregatingState(
                                    new AggregatingStateDescriptor<>(
                                            "mine", new Total(), Types.LONG)));
            openAsynchronous(runtime);
        }

        private static void openAsynchronous(RuntimeContext runtime) {
            checkRefused(
                    () ->
                            runtime.getState(
                                    new org.apache.flink.api.common.state.v2.ValueStateDescriptor<>(
                                            "mine", Types.LONG)));
            checkRefused(
                    () ->
                            runtime.getListState(
                                    new org.apache.flink.api.common.state.v2.ListStateDescriptor<>(
                                            "mine", Types.LONG)));
            checkRefused(
                    () ->
                            runtime.getMapState(
                                    new org.apache.flink.api.common.state.v2.MapStateDescriptor<>(
                                            "mine", Types.LONG, Types.LONG)));
            checkRefused(
                    () ->
                            runtime.getReducingState(
                                    new org.apache.flink.api.common.state.v2
                                            .ReducingStateDescriptor<>(
                                            "mine", Long::sum, Types.LONG)));
            checkRefused(
                    () ->
                            runtime.getAggregatingState(
                                    new org.apache.flink.api.common.state.v2
                                            .AggregatingStateDescriptor<>(
                                            "mine", new Total(), Types.LONG)));
        }

        private static void checkRefused(ThrowingCallable request) {
            assertThatThrownBy(request)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("Cannot use Flink's state in t-graph")
                    .hasMessageContaining("AsksForStates, state=mine")
                    .hasMessageContaining("Declare a StateSpec");
        }

        @Override
        public Long map(Long element) {
            return element;
        }

        @Override
        public Long update(Long value, Long element) {
            return value + element;
        }
    }

    private static final class Total implements AggregateFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Long value, Long sum) {
            return sum + value;
        }

        @Override
        public Long getResult(Long sum) {
            return sum;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }
    }

    @Test
    void statesOfEveryKindAreRefused() throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(ConcurrencyControl.TIMESTAMP_BASED, 1)
                                .map(new AsksForStates())
                                .keyBy(number -> number % 5)
                                .update(sums("sums"), new AsksForStates())
                                .closeTransaction());

        assertThat(results).hasSize(COUNT);
    }

    /** Uses what else there is. */
    private static final class UsesItsContext extends AbstractRichFunction
            implements UpdateFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        private final LongCounter opened = new LongCounter();

        @Override
        public void open(OpenContext context) {
            RuntimeContext runtime = getRuntimeContext();
            runtime.getMetricGroup().counter("mine").inc();
            runtime.addAccumulator("opened", opened);
            runtime.getIntCounter("calls").add(1);
            runtime.registerUserCodeClassLoaderReleaseHookIfAbsent("mine", () -> {});
            opened.add(1L);
            assertThat(runtime.getAccumulator("opened")).isSameAs(opened);
            assertThat(runtime.getLongCounter("opened")).isSameAs(opened);
            assertThat(runtime.getUserCodeClassLoader()).isNotNull();
            assertThat(runtime.getDistributedCache()).isNotNull();
            assertThat(runtime.getJobInfo().getJobName()).isNotEmpty();
            assertThat(runtime.getTaskInfo().getNumberOfParallelSubtasks()).isEqualTo(1);
            assertThat(runtime.getGlobalJobParameters()).isNotNull();
            assertThat(runtime.isObjectReuseEnabled()).isFalse();
            assertThat(runtime.createSerializer(Types.LONG)).isNotNull();
            assertThat(runtime.getExternalResourceInfos("gpu")).isEmpty();
        }

        @Override
        public Long update(Long value, Long element) {
            return value + element;
        }
    }

    @Test
    void everythingElseIsThere() throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(ConcurrencyControl.TIMESTAMP_BASED, 1)
                                .keyBy(number -> number % 5)
                                .update(sums("sums"), new UsesItsContext())
                                .closeTransaction());

        assertThat(results).hasSize(COUNT);
    }
}
