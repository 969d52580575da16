/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

import java.util.Collections;

/**
 * A role that one key of a state plays in a transaction, see {@link TransactionalStream#transact}.
 * Usually a constant, by which the function asks for the value.
 *
 * <pre>{@code
 * static final Role<Transfer, Long> PAYER = Role.update("payer", BALANCE, Transfer::from);
 * static final Role<Transfer, Long> PAYEE = Role.update("payee", BALANCE, Transfer::to);
 * }</pre>
 *
 * @param <T> type of the elements for which the transaction is executed
 * @param <V> type of the value
 */
@PublicEvolving
public final class Role<T, V> extends AnyRole<T> {
    private static final long serialVersionUID = 1L;

    private final StateSpec<?, V> state;
    private final KeySelector<T, ?> key;

    private Role(String name, boolean updates, StateSpec<?, V> state, KeySelector<T, ?> key) {
        super(name, updates, state);
        this.state = state;
        this.key = key;
    }

    /**
     * A key whose value is only read.
     *
     * @param name unique among the roles of a transaction
     * @param state the state that has the key
     * @param key gives the key of an element, never null
     */
    public static <T, K, V> Role<T, V> read(
            String name, StateSpec<K, V> state, KeySelector<T, K> key) {
        return new Role<>(name, false, state, key);
    }

    /** As {@link #read}, for a key whose value may be written or deleted, too. */
    public static <T, K, V> Role<T, V> update(
            String name, StateSpec<K, V> state, KeySelector<T, K> key) {
        return new Role<>(name, true, state, key);
    }

    @Override
    StateSpec<?, V> state() {
        return state;
    }

    @Override
    Object selector() {
        return key;
    }

    @Override
    Iterable<? extends @Nullable Object> keysOf(T element) throws Exception {
        return Collections.singletonList(key.getKey(element));
    }
}
