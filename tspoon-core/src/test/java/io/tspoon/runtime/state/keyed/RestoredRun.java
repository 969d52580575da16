/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.keyed;

import io.tspoon.flink.operator.KeyedStates;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.shape.KeyValues;
import io.tspoon.runtime.shape.RecordPerKey;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.StoredValues;
import io.tspoon.runtime.shape.ValueShape;
import io.tspoon.runtime.state.FirstOfTwo;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** A run of an operator with two states, whose keys are checked when it is opened. */
final class RestoredRun implements AutoCloseable {
    static final int KEY_GROUPS = 128;

    private final SwitchedKey.Type type;
    private final Values operator;
    private final KeyedOneInputStreamOperatorTestHarness<SwitchedKey, Long, Long> harness;

    /**
     * @param type the keys in this run
     * @param atOnceNanos how long keys in RocksDB are checked before the run begins
     * @param snapshot of an earlier run; null if there was none
     */
    RestoredRun(
            StateBackend backend,
            SwitchedKey.Type type,
            long atOnceNanos,
            @Nullable OperatorSubtaskState snapshot)
            throws Exception {
        this.type = type;
        this.operator = new Values(type, atOnceNanos);
        this.harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        operator, type::key, type, KEY_GROUPS, 1, 0);
        harness.setStateBackend(backend);
        try {
            if (snapshot != null) {
                harness.initializeState(snapshot);
            }
            harness.open();
        } catch (Exception e) {
            harness.close();
            throw e;
        }
    }

    /** Writes the value of a key in the state at the place; null deletes it. */
    void write(int place, long key, @Nullable Long value) throws Exception {
        operator.setCurrentKey(type.key(key));
        if (value == null) {
            operator.values.get(place).clear();
        } else {
            operator.values.get(place).update(value);
        }
    }

    OperatorSubtaskState snapshot() throws Exception {
        return harness.snapshot(1, 1);
    }

    /** Lets time pass, in which keys are checked. */
    void passTime(long nowMs) throws Exception {
        harness.setProcessingTime(nowMs);
    }

    @Override
    public void close() throws Exception {
        harness.close();
    }

    /** The plan of the operator. */
    @SuppressWarnings("unchecked") // records of several states hold their values
    static StateOperatorPlan<Long, SwitchedKey, KeyValues, Long> plan(SwitchedKey.Type type) {
        StateOperatorPlan<Long, Long, Long, Long> longs =
                FirstOfTwo.plan(
                        IsolationLevel.PL3,
                        ConcurrencyControl.LOCK_BASED,
                        AccessMode.UPDATE,
                        (element, value, transaction) -> {});
        StatePlan<?, ?, ?> state = longs.states().get(0);
        return new StateOperatorPlan<>(
                longs.settings(),
                task ->
                        key ->
                                KeyGroupRangeAssignment.assignKeyToParallelOperator(
                                        key,
                                        task.getMaxNumberOfParallelSubtasks(),
                                        task.getNumberOfParallelSubtasks()),
                0,
                type::key,
                longs.inputSerializer(),
                RecordPerKey.of(type, type.createSerializer(new SerializerConfigImpl())),
                (ValueShape<Long, KeyValues, Long>) ValueShape.of(List.of(state, state)),
                longs.outlets(),
                longs.reaches(),
                longs.reachedBy());
    }

    private static final class Values extends AbstractStreamOperator<Long>
            implements OneInputStreamOperator<Long, Long> {
        private static final long serialVersionUID = 1L;

        private final StateOperatorPlan<Long, SwitchedKey, KeyValues, Long> plan;
        private final long atOnceNanos;
        private final transient List<ValueState<Long>> values = new ArrayList<>();
        private transient StoredValues<?> stored;
        private transient RestoredKeys<SwitchedKey> keys;

        private Values(SwitchedKey.Type type, long atOnceNanos) {
            this.plan = plan(type);
            this.atOnceNanos = atOnceNanos;
        }

        @Override
        public void initializeState(StateInitializationContext context) throws Exception {
            super.initializeState(context);
            stored = plan.shape().open(KeyedStates.of(this, context.getKeyedStateStore()));
            for (int place = 0; place < plan.states().size(); place++) {
                values.add(
                        context.getKeyedStateStore()
                                .getState(
                                        new ValueStateDescriptor<>(
                                                StoredValues.nameOf(plan.states(), place),
                                                Long.class)));
            }
        }

        @Override
        public void open() throws Exception {
            super.open();
            keys =
                    new RestoredKeys<>(
                            plan, this, stored, getRuntimeContext().getTaskInfo(), atOnceNanos);
            keys.check();
        }

        @Override
        public void processElement(StreamRecord<Long> element) {}

        @Override
        public void close() throws Exception {
            if (keys != null) {
                keys.close();
            }
            super.close();
        }
    }
}
