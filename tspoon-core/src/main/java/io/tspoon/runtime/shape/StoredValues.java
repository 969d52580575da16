/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.flink.operator.KeyedStates;
import io.tspoon.runtime.plan.StatePlan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;

/**
 * The content of Flink's keyed state for the current record, in the form in which records hold it.
 *
 * @param <V> type of what a record holds
 */
@Internal
public interface StoredValues<V> {
    /** The stored content; null if there is no value. */
    @Nullable V read() throws IOException;

    /** The value of one of the states; null if there is none. */
    @Nullable Object read(int place) throws IOException;

    void write(@Nullable V stored) throws IOException;

    /** Writes the value of one of the states, without what others have for the key. */
    void write(int place, Object value) throws IOException;

    /**
     * The name of the keyed state for a state. That of the first state is always the same, so an
     * operator may get more states between savepoints.
     */
    static String nameOf(List<StatePlan<?, ?, ?>> states, int place) {
        return place == 0 ? nameOfFirst() : nameOfOther(states.get(place).name());
    }

    /** The name of the keyed state for the first state of an operator. */
    static String nameOfFirst() {
        return "value";
    }

    /** The name of the keyed state for another one of its states. */
    static String nameOfOther(String state) {
        return "value-" + state;
    }

    /** Registers the keyed state for a state. */
    static <T> ValueState<T> open(
            KeyedStates keyed,
            List<StatePlan<?, ?, ?>> states,
            int place,
            TypeSerializer<T> serializer) {
        return keyed.value(nameOf(states, place), serializer);
    }

    /** Writes the value of one state; null deletes it. */
    static <T> void write(ValueState<T> state, @Nullable T value) throws IOException {
        if (value == null) {
            state.clear();
        } else {
            state.update(value);
        }
    }
}
