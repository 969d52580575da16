/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.exchange.KeyedValues;

import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

import java.util.Collection;

/**
 * The values of all keys that play a role in a transaction. What is written is seen by later reads
 * of the same key, whatever its role, and installed if the transaction commits.
 *
 * <p>A role or key that was not declared fails the job with {@link IllegalStateException}, and so
 * does a write by a role that only reads. Not all keys need be read or written; an {@code update}
 * role that is not written keeps its value, and is not among the updates of the result.
 *
 * <p>Valid only during the call that this was passed to. With object reuse enabled, change no value
 * in place.
 *
 * @param <T> type of the elements
 */
@PublicEvolving
public final class RoleValues<T> {
    private final KeyedValues values;

    RoleValues(KeyedValues values) {
        this.values = values;
    }

    /** Returns the value; the initial value of the state if the key has none; null without one. */
    @SuppressWarnings({
        "unchecked",
        "NullAway"
    }) // as documented, null only without an initial value
    public <V> V get(Role<T, V> role) {
        return (V) values.get(role.named(), values.onlyKey(role.named()));
    }

    /** As {@link #get(Role)}, for one of several keys. */
    @SuppressWarnings({"unchecked", "NullAway"})
    public <K, V> V get(Roles<T, K, V> roles, K key) {
        return (V) values.get(roles.named(), key);
    }

    /** Whether the key has a value. */
    public boolean exists(Role<T, ?> role) {
        return values.exists(role.named(), values.onlyKey(role.named()));
    }

    /** As {@link #exists(Role)}, for one of several keys. */
    public <K> boolean exists(Roles<T, K, ?> roles, K key) {
        return values.exists(roles.named(), key);
    }

    /**
     * Writes the value. The constraint of the state is checked for the last value that is written
     * to a key.
     *
     * @param value never null; to remove the value, call {@link #delete}
     */
    public <V> void set(Role<T, V> role, V value) {
        values.set(role.named(), values.onlyKey(role.named()), given(role, value));
    }

    /** As {@link #set(Role, Object)}, for one of several keys. */
    public <K, V> void set(Roles<T, K, V> roles, K key, V value) {
        values.set(roles.named(), key, given(roles, value));
    }

    /** Removes the value, if there is one. */
    public void delete(Role<T, ?> role) {
        values.set(role.named(), values.onlyKey(role.named()), null);
    }

    /** As {@link #delete(Role)}, for one of several keys. */
    public <K> void delete(Roles<T, K, ?> roles, K key) {
        values.set(roles.named(), key, null);
    }

    /** Returns the keys, each once, in the order in which the role has given them. */
    @SuppressWarnings("unchecked") // they are those that the role has given
    public <K> Collection<K> keys(Roles<T, K, ?> roles) {
        return (Collection<K>) values.keys(roles.named());
    }

    private static <V> V given(AnyRole<?> role, @Nullable V value) {
        if (value == null) {
            throw new NullPointerException(
                    "[TSP-1302] Cannot write value: it is null, role="
                            + role.name()
                            + ", state="
                            + role.state().name()
                            + ". To remove the value, call delete.");
        }
        return value;
    }
}
