/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexStatus;
import io.tspoon.runtime.plan.ReadSettings;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.StoredValues;
import io.tspoon.runtime.state.cache.RecordCache;
import io.tspoon.runtime.state.index.OperatorIndexes;
import io.tspoon.runtime.state.index.StateIndex;

import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * An instance of an operator as the indexes of one of its states see it.
 *
 * @param plan plan of the operator
 * @param operator the instance
 * @param values the values in Flink's keyed state
 * @param place place of the state among those of the operator
 */
record IndexesOfOperator<K, V>(
        StateOperatorPlan<?, K, V, ?> plan,
        AbstractStreamOperator<?> operator,
        StoredValues<V> values,
        int place)
        implements StateIndex.Host<K, V> {

    /** Makes the indexes of an instance, and their gauges. */
    static <K, V> OperatorIndexes<K, V> open(
            StateOperatorPlan<?, K, V, ?> plan,
            AbstractStreamOperator<?> operator,
            StoredValues<V> values,
            RecordCache<K, V> cache,
            MetricGroup metrics) {
        ReadSettings settings = plan.settings().read();
        long most = settings == null ? Long.MAX_VALUE : settings.maxIndexEntries();
        List<List<StateIndex<K, V>>> byPlace = new ArrayList<>();
        List<StateIndex<K, V>> all = new ArrayList<>();
        for (int place = 0; place < plan.shownStates().size(); place++) {
            IndexesOfOperator<K, V> host = new IndexesOfOperator<>(plan, operator, values, place);
            List<StateIndex<K, V>> ofState = new ArrayList<>();
            for (IndexDefinition definition : plan.states().get(place).indexes()) {
                ofState.add(new StateIndex<>(definition, host, cache, most));
            }
            all.addAll(ofState);
            byPlace.add(ofState);
        }
        if (!all.isEmpty()) {
            MetricGroup own = metrics.addGroup("tspoon");
            own.gauge("indexEntries", () -> sum(all, IndexStatus::entries));
            own.gauge("indexBytes", () -> sum(all, IndexStatus::bytes));
            own.gauge("indexesBuilding", () -> sum(all, in(IndexStatus.Phase.BUILDING)));
            own.gauge("indexesDropped", () -> sum(all, in(IndexStatus.Phase.DROPPED)));
        }
        return OperatorIndexes.of(byPlace);
    }

    private static ToLongFunction<IndexStatus> in(IndexStatus.Phase phase) {
        return status -> status.phase() == phase ? 1 : 0;
    }

    private static <K, V> long sum(List<StateIndex<K, V>> all, ToLongFunction<IndexStatus> figure) {
        return all.stream().map(StateIndex::status).mapToLong(figure).sum();
    }

    @Override
    public String name() {
        RuntimeContext context = operator.getRuntimeContext();
        return "graph="
                + plan.settings().graph()
                + ", state="
                + plan.states().get(place).name()
                + ", instance="
                + context.getTaskInfo().getIndexOfThisSubtask();
    }

    @Override
    public @Nullable Object key(K record) {
        return plan.records().key(place, record);
    }

    @Override
    public Object partition(K record) {
        return plan.records().flinkKey(record);
    }

    @Override
    public @Nullable Object valueOf(@Nullable V content) {
        return plan.shape().valueOf(content, place);
    }

    @Override
    public @Nullable Object readBacking(K record) throws Exception {
        plan.records().context(operator, values).set(record);
        return values.read(place);
    }

    @Override
    public KeyScan<K> scan() {
        return plan.records().scan(operator, StoredValues.nameOf(plan.states(), place), place);
    }
}
