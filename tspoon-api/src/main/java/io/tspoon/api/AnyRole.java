/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.exchange.NamedRole;

import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.Objects;

/**
 * What keys of one state are to a transaction: one key, a {@link Role}, or any number of keys,
 * {@link Roles}. Within an operation, roles have different names. A function asks for a role by its
 * name; the object must have the state of the one that was passed to the operation, and update as
 * that does.
 *
 * @param <T> type of the elements for which the transaction is executed
 */
@PublicEvolving
public abstract sealed class AnyRole<T> implements Serializable permits Role, Roles {
    private static final long serialVersionUID = 1L;

    private final NamedRole named;

    /**
     * @param state refused by transact if it is null
     */
    AnyRole(String name, boolean updates, @Nullable StateSpec<?, ?> state) {
        this.named =
                new NamedRole(
                        Objects.requireNonNull(name, "the name of a role"),
                        state == null ? "" : state.name(),
                        updates);
    }

    /** Returns the name. */
    public final String name() {
        return named.name();
    }

    /** Whether the function may write the values, not only read them. */
    final boolean updates() {
        return named.updates();
    }

    /** As the function names it. */
    final NamedRole named() {
        return named;
    }

    abstract StateSpec<?, ?> state();

    /** The selector that the program has given. */
    abstract Object selector();

    /** The keys of an element. */
    abstract Iterable<?> keysOf(T element) throws Exception;

    @Override
    public final boolean equals(Object other) {
        return other instanceof AnyRole<?> that && name().equals(that.name());
    }

    @Override
    public final int hashCode() {
        return name().hashCode();
    }

    @Override
    public final String toString() {
        return named.name();
    }
}
