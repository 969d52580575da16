/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import org.apache.flink.api.common.JobInfo;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.api.common.accumulators.DoubleCounter;
import org.apache.flink.api.common.accumulators.Histogram;
import org.apache.flink.api.common.accumulators.IntCounter;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.cache.DistributedCache;
import org.apache.flink.api.common.externalresource.ExternalResourceInfo;
import org.apache.flink.api.common.functions.BroadcastVariableInitializer;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.AggregatingState;
import org.apache.flink.api.common.state.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReducingState;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.metrics.groups.OperatorMetricGroup;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The runtime context of a function inside a t-graph: that of its operator, without Flink's state.
 *
 * <p>Flink's state is refused because changes to it could neither be isolated nor undone, and
 * because the operator does not set the current key for each element.
 */
final class FunctionContext implements RuntimeContext {
    private final RuntimeContext operator;
    private final String function;

    /**
     * @param operator the context of the operator
     * @param function the name of the function in error messages
     */
    FunctionContext(RuntimeContext operator, String function) {
        this.operator = operator;
        this.function = function;
    }

    private UnsupportedOperationException refused(String state) {
        return new UnsupportedOperationException(
                "[TSP-2107] Cannot use Flink's state in t-graph: it belongs to no transaction, so"
                        + " it would be neither isolated nor undone, function="
                        + function
                        + ", state="
                        + state
                        + ". Declare a StateSpec and access it with keyBy and update, read, write"
                        + " or apply.");
    }

    // ------------------------------------------------------------------ state

    @Override
    public <T> ValueState<T> getState(ValueStateDescriptor<T> descriptor) {
        throw refused(descriptor.getName());
    }

    @Override
    public <T> ListState<T> getListState(ListStateDescriptor<T> descriptor) {
        throw refused(descriptor.getName());
    }

    @Override
    public <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> descriptor) {
        throw refused(descriptor.getName());
    }

    @Override
    public <I, A, O> AggregatingState<I, O> getAggregatingState(
            AggregatingStateDescriptor<I, A, O> descriptor) {
        throw refused(descriptor.getName());
    }

    @Override
    public <K, V> MapState<K, V> getMapState(MapStateDescriptor<K, V> descriptor) {
        throw refused(descriptor.getName());
    }

    @Override
    public <T> org.apache.flink.api.common.state.v2.ValueState<T> getState(
            org.apache.flink.api.common.state.v2.ValueStateDescriptor<T> descriptor) {
        throw refused(descriptor.getStateId());
    }

    @Override
    public <T> org.apache.flink.api.common.state.v2.ListState<T> getListState(
            org.apache.flink.api.common.state.v2.ListStateDescriptor<T> descriptor) {
        throw refused(descriptor.getStateId());
    }

    @Override
    public <T> org.apache.flink.api.common.state.v2.ReducingState<T> getReducingState(
            org.apache.flink.api.common.state.v2.ReducingStateDescriptor<T> descriptor) {
        throw refused(descriptor.getStateId());
    }

    @Override
    public <I, A, O>
            org.apache.flink.api.common.state.v2.AggregatingState<I, O> getAggregatingState(
                    org.apache.flink.api.common.state.v2.AggregatingStateDescriptor<I, A, O>
                            descriptor) {
        throw refused(descriptor.getStateId());
    }

    @Override
    public <K, V> org.apache.flink.api.common.state.v2.MapState<K, V> getMapState(
            org.apache.flink.api.common.state.v2.MapStateDescriptor<K, V> descriptor) {
        throw refused(descriptor.getStateId());
    }

    // ------------------------------------------------------------------ job and task

    @Override
    public JobInfo getJobInfo() {
        return operator.getJobInfo();
    }

    @Override
    public TaskInfo getTaskInfo() {
        return operator.getTaskInfo();
    }

    @Override
    public Map<String, String> getGlobalJobParameters() {
        return operator.getGlobalJobParameters();
    }

    @Override
    public boolean isObjectReuseEnabled() {
        return operator.isObjectReuseEnabled();
    }

    @Override
    public <T> TypeSerializer<T> createSerializer(TypeInformation<T> type) {
        return operator.createSerializer(type);
    }

    @Override
    public ClassLoader getUserCodeClassLoader() {
        return operator.getUserCodeClassLoader();
    }

    @Override
    public void registerUserCodeClassLoaderReleaseHookIfAbsent(String name, Runnable hook) {
        operator.registerUserCodeClassLoaderReleaseHookIfAbsent(name, hook);
    }

    @Override
    public OperatorMetricGroup getMetricGroup() {
        return operator.getMetricGroup();
    }

    // ------------------------------------------------------------------ resources

    @Override
    public DistributedCache getDistributedCache() {
        return operator.getDistributedCache();
    }

    @Override
    public Set<ExternalResourceInfo> getExternalResourceInfos(String name) {
        return operator.getExternalResourceInfos(name);
    }

    @Override
    public boolean hasBroadcastVariable(String name) {
        return operator.hasBroadcastVariable(name);
    }

    @Override
    public <T> List<T> getBroadcastVariable(String name) {
        return operator.getBroadcastVariable(name);
    }

    @Override
    public <T, C> C getBroadcastVariableWithInitializer(
            String name, BroadcastVariableInitializer<T, C> initializer) {
        return operator.getBroadcastVariableWithInitializer(name, initializer);
    }

    // ------------------------------------------------------------------ accumulators

    @Override
    public <V, A extends Serializable> void addAccumulator(
            String name, Accumulator<V, A> accumulator) {
        operator.addAccumulator(name, accumulator);
    }

    @Override
    public <V, A extends Serializable> Accumulator<V, A> getAccumulator(String name) {
        return operator.getAccumulator(name);
    }

    @Override
    public IntCounter getIntCounter(String name) {
        return operator.getIntCounter(name);
    }

    @Override
    public LongCounter getLongCounter(String name) {
        return operator.getLongCounter(name);
    }

    @Override
    public DoubleCounter getDoubleCounter(String name) {
        return operator.getDoubleCounter(name);
    }

    @Override
    public Histogram getHistogram(String name) {
        return operator.getHistogram(name);
    }
}
