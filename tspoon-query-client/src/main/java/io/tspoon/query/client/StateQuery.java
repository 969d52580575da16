/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.api.StateSpec;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Creates questions about a state, for {@link GraphReader} to ask. Immutable; may be a constant.
 *
 * <pre>{@code
 * StateQuery<String, Long> balances = StateQuery.of(BALANCE);
 * Question<Optional<Long>> alice = balances.key("alice");
 * Question<Long> rich = balances.where(Field.value().ge(1000)).count();
 * }</pre>
 *
 * <p>A key without a value has the initial value of the state, if there is one. Scans and
 * aggregates leave it out.
 *
 * @param <K> key type
 * @param <V> value type
 */
@PublicEvolving
public final class StateQuery<K, V> {
    private final StateTypes<K, V> types;

    private StateQuery(StateTypes<K, V> types) {
        this.types = types;
    }

    /** Creates questions about the state that a job accesses with this spec. */
    public static <K, V> StateQuery<K, V> of(StateSpec<K, V> state) {
        return of(state.name(), state.keyType(), state.valueType());
    }

    /**
     * Creates questions about the state with this name.
     *
     * @param keyType class of the keys, without type parameters
     * @param valueType class of the values. It may have fewer fields than the objects in the job:
     *     other fields are ignored, so a newer job may add some
     */
    public static <K, V> StateQuery<K, V> of(String state, Class<K> keyType, Class<V> valueType) {
        return of(state, TypeInformation.of(keyType), TypeInformation.of(valueType));
    }

    /**
     * Like {@link #of(String, Class, Class)}, for types with type parameters, such as {@code
     * Types.LIST(Types.LONG)}. The parameters of a type that Flink serializes with Kryo are lost,
     * because its type information does not contain them.
     */
    public static <K, V> StateQuery<K, V> of(
            String state, TypeInformation<K> keyType, TypeInformation<V> valueType) {
        return new StateQuery<>(new StateTypes<>(state, keyType, valueType));
    }

    /**
     * Asks for the value of a key. A key that takes several thousand bytes in a URL, or is not
     * well-formed UTF-16, is read from a snapshot, as several keys are.
     */
    public Question<Optional<V>> key(K key) {
        return new KeyQuestion<>(types, Objects.requireNonNull(key));
    }

    /**
     * Asks for the values of keys, in their order. A key that was never written has the state's
     * initial value; it is left out if there is none.
     */
    public Question<Map<K, V>> keys(Collection<? extends K> keys) {
        return new KeysQuestion<>(types, List.copyOf(keys));
    }

    /** Like {@link #keys(Collection)}. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final Question<Map<K, V>> keys(K... keys) {
        return keys(List.of(keys));
    }

    /** Selects all entries, to be filtered and then listed, counted or aggregated. */
    public Selection<K, V> all() {
        return Selection.of(types);
    }

    /** Selects the entries that satisfy a filter. */
    public Selection<K, V> where(Filter filter) {
        return all().where(filter);
    }

    @Override
    public String toString() {
        return "StateQuery[" + types.state() + "]";
    }
}
