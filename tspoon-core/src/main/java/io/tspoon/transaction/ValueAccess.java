/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.jspecify.annotations.Nullable;

/**
 * The value of one key as seen by one transaction: its own writes first, else what is installed.
 *
 * <p>Valid only during the call that it was passed to, and only on that thread. Use between calls
 * is refused. Use during a later call may go unnoticed and does harm.
 *
 * @param <V> value type
 */
public interface ValueAccess<V> {
    /**
     * Returns the value. If the key has none, returns the initial value of the state, or null if
     * the state has no initial value.
     */
    @Nullable V get();

    /** Whether the key has a value, installed or written by this transaction. */
    boolean exists();

    /**
     * Writes the value, tentatively until the transaction commits. If the value violates the
     * integrity constraint, the transaction aborts and this call does not return.
     *
     * @param value never null; to remove the value, call {@link #delete}
     */
    void set(V value);

    /** Removes the value, tentatively until the transaction commits. */
    void delete();
}
