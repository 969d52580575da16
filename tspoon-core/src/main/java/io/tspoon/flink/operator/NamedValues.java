/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.internal.InternalKvState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Values by name in an operator's keyed state. Whoever uses it says in which key group a name lies.
 * The keys of the operator's state must be integers: one of them stands for each key group, and the
 * name is the namespace.
 *
 * <p>Confined to the mailbox thread.
 *
 * @param <V> type of the values
 */
@Internal
public final class NamedValues<V> {
    private final String state;
    private final KeyGroupKeys keys;
    private final KeyedStateBackend<Integer> backend;
    private final ValueState<V> values;

    /**
     * Where a value is.
     *
     * @param keyGroup in which it lies
     * @param name of the value
     */
    public record Place(int keyGroup, String name) {}

    /**
     * Opens the state, in the operator's {@code open}.
     *
     * @param state name of the state; part of savepoints
     */
    public NamedValues(
            AbstractStreamOperator<?> operator, String state, TypeSerializer<V> serializer)
            throws Exception {
        this.state = state;
        this.keys =
                KeyGroupKeys.of(
                        operator.getRuntimeContext()
                                .getTaskInfo()
                                .getMaxNumberOfParallelSubtasks());
        this.backend = operator.getKeyedStateBackend();
        this.values =
                backend.getOrCreateKeyedState(
                        StringSerializer.INSTANCE, new ValueStateDescriptor<>(state, serializer));
    }

    /** Where values are. */
    public List<Place> places() {
        List<Place> places = new ArrayList<>();
        try (Stream<Tuple2<Integer, String>> found = backend.getKeysAndNamespaces(state)) {
            found.forEach(each -> places.add(new Place(keys.groupOf(each.f0), each.f1)));
        }
        return places;
    }

    /** The value at a place; null if there is none. */
    public @Nullable V get(Place place) throws Exception {
        go(place);
        return values.value();
    }

    /** Sets the value at a place; null removes it. */
    public void put(Place place, @Nullable V value) throws Exception {
        go(place);
        values.update(value);
    }

    private void go(Place place) {
        backend.setCurrentKey(keys.keyOf(place.keyGroup()));
        @SuppressWarnings("unchecked") // every state of a backend is one
        InternalKvState<Integer, String, ?> internal = (InternalKvState<Integer, String, ?>) values;
        internal.setCurrentNamespace(place.name());
    }
}
