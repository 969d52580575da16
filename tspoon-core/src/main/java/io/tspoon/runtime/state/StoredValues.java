/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.transport.KeyValues;

import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;

/**
 * The content of Flink's keyed state for the current key, in the form in which records hold it: the
 * value of the operator's only state, or the {@link KeyValues} of several states.
 */
interface StoredValues<V> {
    /** The stored content; null if there is no value. */
    @Nullable V read() throws IOException;

    /** The value of one of the states; null if there is none. */
    @Nullable Object read(int place) throws IOException;

    void write(@Nullable V stored) throws IOException;

    /**
     * The name of the keyed state for a state. That of the first state is always the same, so an
     * operator may get more states between savepoints.
     */
    static String nameOf(List<StatePlan<?, ?, ?>> states, int place) {
        return place == 0 ? "value" : "value-" + states.get(place).name();
    }

    /** Registers the keyed states of an operator. */
    @SuppressWarnings("unchecked") // the operator's value type is that of its states
    static <V> StoredValues<V> open(KeyedStateStore store, List<StatePlan<?, ?, ?>> states) {
        ValueState<?>[] values = new ValueState<?>[states.size()];
        for (int place = 0; place < values.length; place++) {
            values[place] =
                    store.getState(
                            new ValueStateDescriptor<>(
                                    nameOf(states, place), states.get(place).valueSerializer()));
        }
        return values.length == 1
                ? new One<>((ValueState<V>) values[0])
                : (StoredValues<V>) new Several((ValueState<Object>[]) values);
    }

    /** The value of the only state. */
    record One<V>(ValueState<V> state) implements StoredValues<V> {
        @Override
        public @Nullable V read() throws IOException {
            return state.value();
        }

        @Override
        public @Nullable Object read(int place) throws IOException {
            return state.value();
        }

        @Override
        public void write(@Nullable V stored) throws IOException {
            StoredValues.write(state, stored);
        }
    }

    /** The values of all states. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Several(ValueState<Object>[] states) implements StoredValues<KeyValues> {
        @Override
        public @Nullable KeyValues read() throws IOException {
            Object[] values = new Object[states.length];
            boolean found = false;
            for (int place = 0; place < states.length; place++) {
                values[place] = states[place].value();
                found |= values[place] != null;
            }
            return found ? KeyValues.of(values) : null;
        }

        @Override
        public @Nullable Object read(int place) throws IOException {
            return states[place].value();
        }

        @Override
        public void write(@Nullable KeyValues stored) throws IOException {
            if (stored == null) {
                return; // there has never been a value
            }
            for (int place = 0; place < states.length; place++) {
                if (stored.isUnsaved(place)) {
                    StoredValues.write(states[place], stored.get(place));
                }
            }
            stored.saved();
        }
    }

    private static <T> void write(ValueState<T> state, @Nullable T value) throws IOException {
        if (value == null) {
            state.clear();
        } else {
            state.update(value);
        }
    }
}
