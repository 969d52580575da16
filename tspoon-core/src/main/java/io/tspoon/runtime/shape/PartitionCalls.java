/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.transaction.Timers;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Calls the function of an operator whose states are partitioned. */
@Internal
public class PartitionCalls<I, O> implements StateCalls<I, Object, O> {
    private final RecordsInPartitions records;
    private final List<ResolvedState<?, ?, O>> states = new ArrayList<>();
    private int lastPlace;

    @SuppressWarnings("unchecked") // the operator emits what the function of its first state emits
    PartitionCalls(
            List<StatePlan<?, ?, ?>> states, RecordsInPartitions records, boolean objectReuse) {
        this.records = records;
        for (StatePlan<?, ?, ?> state : states) {
            this.states.add(
                    (ResolvedState<?, ?, O>)
                            (ResolvedState<?, ?, ?>) ResolvedState.of(state, objectReuse));
        }
    }

    @Override
    @SuppressWarnings("unchecked") // values are of any type
    public ResolvedState<?, Object, O> use() {
        return (ResolvedState<?, Object, O>) states.get(0);
    }

    @Override
    public void call(I element, UserFunctionAccess<Object, O> access) throws Exception {
        callFirst(element, access);
    }

    /** Elements come to the function of the first state. */
    @SuppressWarnings("unchecked")
    final void callFirst(Object element, UserFunctionAccess<Object, O> access) throws Exception {
        lastPlace = 0;
        AccessFunction<Object, Object, O> function =
                (AccessFunction<Object, Object, O>) states.get(0).plan().function();
        function.access(element, access, access);
    }

    @Override
    public String lastState() {
        return states.get(lastPlace).plan().name();
    }

    /** The key for which a state holds what a record has; null if another state does. */
    public @Nullable Object key(int place, RecordKey record) {
        return records.key(place, record);
    }

    /**
     * The value of a key as the function sees it.
     *
     * @param access of the partition
     * @param found its records
     * @param place of the state
     */
    public <R, V> ValueAccess<V> value(
            UserFunctionAccess<?, O> access, PartitionRecords<R> found, int place, Object key) {
        return this.<R, V>view(access, found, place, key);
    }

    /** The timers of a key in a state; the parameters are those of {@link #value}. */
    public <R> Timers timers(
            UserFunctionAccess<?, O> access, PartitionRecords<R> found, int place, Object key) {
        return view(access, found, place, key).timers();
    }

    @SuppressWarnings("unchecked") // the caller has the spec of the state
    private <R, V> RecordView<R, V, O> view(
            UserFunctionAccess<?, O> access, PartitionRecords<R> found, int place, Object key) {
        lastPlace = place;
        ResolvedState<?, V, O> state = (ResolvedState<?, V, O>) states.get(place);
        RecordKey record = records.record(place, key);
        Object own = ((RecordKey) access.key()).partition();
        if (!record.partition().equals(own)) {
            throw new IllegalArgumentException(
                    "[TSP-2235] Cannot access record: it belongs to another partition, state="
                            + state.plan().name()
                            + ", key="
                            + key
                            + ", partition="
                            + record.partition()
                            + ", own="
                            + own
                            + ". A function comes to the keys of one partition. Send an element to"
                            + " the other one, or partition the states so that the keys are"
                            + " together.");
        }
        return view(access, found, state, record);
    }

    /** How the function sees a record. */
    <R, V> RecordView<R, V, O> view(
            UserFunctionAccess<?, O> access,
            PartitionRecords<R> found,
            ResolvedState<?, V, O> state,
            RecordKey record) {
        return new RecordView<>(access, found, state, found.find(record), record.key());
    }

    /** Of the state at this place something is done next. */
    void goTo(int place) {
        lastPlace = place;
    }
}
