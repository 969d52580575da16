/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.call.Changes;
import io.tspoon.call.KeyChange;
import io.tspoon.call.Procedure;
import io.tspoon.call.WritableState;
import io.tspoon.flink.Functions;
import io.tspoon.runtime.plan.AccessModes;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.types.Row;

import java.util.List;

/**
 * Where others write states of a t-graph from outside. Accesses each of these states in one more
 * place, behind all that the program describes.
 */
final class WriteEntrance {
    private final GraphBuilder builder;
    private final List<StateSpec<?, ?>> states;

    WriteEntrance(GraphBuilder builder, List<StateSpec<?, ?>> states) {
        this.builder = builder;
        this.states = states;
    }

    /** What comes by it, if the t-graph is closed with elements of a type. */
    WriteArrival arrival(TypeInformation<?> emitted) {
        return new WriteArrival(
                builder.environment(),
                states.stream()
                        .map(
                                state ->
                                        new WritableState(
                                                state.name(), state.keyType(), state.valueType()))
                        .toList(),
                emitted);
    }

    /** Writes what comes by it. */
    void write(StreamNode<Row> changes) {
        for (int place = 0; place < states.size(); place++) {
            write(changes, place, states.get(place));
        }
    }

    private <K, V> void write(StreamNode<Row> changes, int place, StateSpec<K, V> state) {
        boolean constrained = state.constraint() != null;
        StreamNode<Row> own =
                builder.step(
                                changes,
                                Procedure.TRANSACT,
                                new Steps.Elements<>(all -> Changes.in(all, place)),
                                KeyChange.type(state.keyType(), state.valueType()))
                        .output();
        KeySelector<Row, K> keys = row -> KeyChange.<K, V>of(row).key();
        builder.state(
                builder.keyed(own, keys, state.keyType())
                        .with(Failures.onlyIf(row -> mayFail(KeyChange.of(row), constrained))),
                state,
                AccessModes.by(row -> KeyChange.of(row).mode()),
                new Accesses.Change<K, V>(
                        Functions.serializer(builder.environment(), state.valueType())),
                own.type());
    }

    private static boolean mayFail(KeyChange<?, ?> change, boolean constrained) {
        return change.expects() || (constrained && change.written() != null);
    }
}
