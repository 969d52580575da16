/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;

import java.io.Serializable;
import java.util.Objects;

/**
 * What keys of one state are to a transaction: one key, a {@link Role}, or any number of keys,
 * {@link Roles}. Two roles are the same if their names are.
 *
 * @param <T> type of the elements for which the transaction is executed
 */
@PublicEvolving
public abstract sealed class AnyRole<T> implements Serializable permits Role, Roles {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final boolean updates;

    AnyRole(String name, boolean updates) {
        this.name = Objects.requireNonNull(name, "the name of a role");
        this.updates = updates;
    }

    /** Returns the name. */
    public final String name() {
        return name;
    }

    /** Whether the function may write the values, not only read them. */
    final boolean updates() {
        return updates;
    }

    abstract StateSpec<?, ?> state();

    /** The selector that the program has given. */
    abstract Object selector();

    /** The keys of an element. */
    abstract Iterable<?> keysOf(T element) throws Exception;

    @Override
    public final boolean equals(Object other) {
        return other instanceof AnyRole<?> that && name.equals(that.name);
    }

    @Override
    public final int hashCode() {
        return name.hashCode();
    }

    @Override
    public final String toString() {
        return name;
    }
}
