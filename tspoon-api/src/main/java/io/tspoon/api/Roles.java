/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;

import java.util.Objects;

/**
 * A role that any number of keys of a state play in a transaction, see {@link
 * TransactionalStream#transact}: all parts of an order, for example. A key that is given twice
 * counts once.
 *
 * @param <T> type of the elements for which the transaction is executed
 * @param <K> type of the keys
 * @param <V> type of the values
 */
@PublicEvolving
public final class Roles<T, K, V> extends AnyRole<T> {
    private static final long serialVersionUID = 1L;

    private final StateSpec<K, V> state;
    private final ElementsFunction<T, K> keys;

    private Roles(
            String name, boolean updates, StateSpec<K, V> state, ElementsFunction<T, K> keys) {
        super(name, updates, state);
        this.state = state;
        this.keys = keys;
    }

    /**
     * Keys whose values are only read.
     *
     * @param name unique among the roles of a transaction
     * @param state the state that has the keys
     * @param keys gives the keys of an element, never null; perhaps none
     */
    public static <T, K, V> Roles<T, K, V> read(
            String name, StateSpec<K, V> state, ElementsFunction<T, K> keys) {
        return new Roles<>(name, false, state, keys);
    }

    /** As {@link #read}, for keys whose values may be written or deleted, too. */
    public static <T, K, V> Roles<T, K, V> update(
            String name, StateSpec<K, V> state, ElementsFunction<T, K> keys) {
        return new Roles<>(name, true, state, keys);
    }

    @Override
    StateSpec<K, V> state() {
        return state;
    }

    @Override
    Object selector() {
        return keys;
    }

    @Override
    Iterable<K> keysOf(T element) throws Exception {
        return Objects.requireNonNull(
                keys.elements(element),
                () ->
                        "[TSP-1304] Cannot access state: the collection of a role's keys is null,"
                                + " role="
                                + name()
                                + ". Return an empty one where there are none.");
    }
}
