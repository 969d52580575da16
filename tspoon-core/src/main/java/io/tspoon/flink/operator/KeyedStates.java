/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.internal.InternalValueState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

/** Registers the keyed states of an operator that is being initialized. */
@Internal
public final class KeyedStates {
    private final AbstractStreamOperator<?> operator;
    private final KeyedStateStore store;

    private KeyedStates(AbstractStreamOperator<?> operator, KeyedStateStore store) {
        this.operator = operator;
        this.store = store;
    }

    public static KeyedStates of(AbstractStreamOperator<?> operator, KeyedStateStore store) {
        return new KeyedStates(operator, store);
    }

    /** Registers a state with one value for each key. */
    public <T> ValueState<T> value(String name, TypeSerializer<T> serializer) {
        return store.getState(new ValueStateDescriptor<>(name, serializer));
    }

    /**
     * Registers a state with one value for each record of each key. A record is a namespace of the
     * key, so it lies in the key group of the key.
     *
     * @param records serializes what tells the records of a key apart
     */
    @SuppressWarnings("unchecked") // backends have no other states
    public <N, T> RecordState<N, T> records(
            String name, TypeSerializer<N> records, TypeSerializer<T> serializer) throws Exception {
        KeyedStateBackend<Object> backend = operator.getKeyedStateBackend();
        ValueState<T> state =
                backend.getOrCreateKeyedState(
                        records, new ValueStateDescriptor<>(name, serializer));
        return new RecordState<>((InternalValueState<Object, N, T>) state);
    }
}
