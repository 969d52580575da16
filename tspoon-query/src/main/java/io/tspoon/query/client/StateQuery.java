/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.api.StateSpec;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Makes questions about a state; {@link GraphReader} asks them. Immutable; may be a constant.
 *
 * <pre>{@code
 * StateQuery<String, Long> balances = StateQuery.of(BALANCE);
 * Question<Optional<Long>> alice = balances.key("alice");
 * Question<Long> rich = balances.where(Field.value().ge(1000)).count();
 * }</pre>
 *
 * <p>A key that has no value has the initial value of the state, if there is one; scans, counts and
 * the like leave it out.
 *
 * @param <K> key type
 * @param <V> value type
 */
public final class StateQuery<K, V> {
    private final StateTypes<K, V> types;

    private StateQuery(StateTypes<K, V> types) {
        this.types = types;
    }

    /** About the state that a job accesses by the same object. */
    public static <K, V> StateQuery<K, V> of(StateSpec<K, V> state) {
        return of(state.name(), state.keyType(), state.valueType());
    }

    /**
     * About a state of that name.
     *
     * @param keyType class of the keys, without type parameters
     * @param valueType class of the values, or of what the caller wants to know of them: fields of
     *     objects that it lacks are passed over, as those that a newer job has added
     */
    public static <K, V> StateQuery<K, V> of(String state, Class<K> keyType, Class<V> valueType) {
        return of(state, TypeInformation.of(keyType), TypeInformation.of(valueType));
    }

    /**
     * See {@link #of(String, Class, Class)}; for types with type parameters, such as {@code
     * Types.LIST(Types.LONG)}. Those of a type that Flink writes with Kryo are lost: it does not
     * tell them.
     */
    public static <K, V> StateQuery<K, V> of(
            String state, TypeInformation<K> keyType, TypeInformation<V> valueType) {
        return new StateQuery<>(new StateTypes<>(state, keyType, valueType));
    }

    /**
     * The value of a key. One that takes some thousand bytes in an address, or is no well-formed
     * UTF-16, is read from a snapshot, as several keys are.
     */
    public Question<Optional<V>> key(K key) {
        return new KeyQuestion<>(types, Objects.requireNonNull(key));
    }

    /**
     * The values of keys, in their order. A key that was never written is there with the state's
     * initial value, or left out if there is none.
     */
    public Question<Map<K, V>> keys(Collection<? extends K> keys) {
        return new KeysQuestion<>(types, List.copyOf(keys));
    }

    /** See {@link #keys(Collection)}. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final Question<Map<K, V>> keys(K... keys) {
        return keys(List.of(keys));
    }

    /** All entries, to be narrowed down and then listed, counted or summed up. */
    public Selection<K, V> all() {
        return Selection.of(types);
    }

    /** The entries that satisfy a filter. */
    public Selection<K, V> where(Filter filter) {
        return all().where(filter);
    }

    @Override
    public String toString() {
        return "StateQuery[" + types.state() + "]";
    }
}
