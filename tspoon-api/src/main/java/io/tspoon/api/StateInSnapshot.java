/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.flink.GraphVertices;
import io.tspoon.runtime.shape.StoredValues;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.io.Serializable;

/**
 * Where the values of a state are in savepoints and checkpoints, for Flink's State Processor API,
 * which reads them and writes savepoints to start from. Each key has a Flink {@code ValueState}
 * with nothing but the value, written by the serializer of the state's type.
 *
 * <pre>{@code
 * StateInSnapshot<String, Account> accounts = StateInSnapshot.of("bank", ACCOUNTS);
 * SavepointReader.read(environment, path)
 *     .readKeyedState(OperatorIdentifier.forUid(accounts.uid()), new Reader(accounts),
 *         accounts.keyType(), ACCOUNTS.valueType());
 * }</pre>
 *
 * <p>Serializable, so that a function can capture it. {@code docs/filling-states.md} has the
 * recipe.
 *
 * @param uid of the operator, for Flink's {@code OperatorIdentifier.forUid}
 * @param name of Flink's keyed state in the operator
 * @param state the state
 * @param <K> type of the keys
 * @param <V> type of the values
 */
@PublicEvolving
public record StateInSnapshot<K, V>(String uid, String name, StateSpec<K, V> state)
        implements Serializable {

    /**
     * Where the values of a state are that is accessed behind a {@code keyBy}, or by {@code
     * transact}.
     *
     * @param uidPrefix of the t-graph: its name, unless {@link TransactionalGraph#uidPrefix} sets
     *     another one
     */
    public static <K, V> StateInSnapshot<K, V> of(String uidPrefix, StateSpec<K, V> state) {
        return new StateInSnapshot<>(
                GraphVertices.uidOfState(uidPrefix, state.name()),
                StoredValues.nameOfFirst(),
                state);
    }

    /**
     * Where the values of a state are that is accessed behind {@code sameKey}.
     *
     * @param uidPrefix as above
     * @param first the state that is accessed behind the {@code keyBy}
     */
    public static <K, V> StateInSnapshot<K, V> ofSameKey(
            String uidPrefix, StateSpec<K, ?> first, StateSpec<K, V> state) {
        return new StateInSnapshot<>(
                GraphVertices.uidOfState(uidPrefix, first.name()),
                StoredValues.nameOfOther(state.name()),
                state);
    }

    /** Returns what to pass to {@code getRuntimeContext().getState}. */
    public ValueStateDescriptor<V> descriptor() {
        return new ValueStateDescriptor<>(name, state.valueType());
    }

    /** Returns the type of the keys, by which streams have to be keyed. */
    public TypeInformation<K> keyType() {
        return state.keyType();
    }
}
