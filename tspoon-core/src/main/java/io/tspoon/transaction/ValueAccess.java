/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

/**
 * The value of one key as seen by one transaction: its own writes first, else what is installed.
 *
 * <p>Valid only during the call that it was passed to, and only on that thread. Use between calls
 * is refused. Use during a later call may go unnoticed and does harm.
 *
 * <p>With object reuse enabled, values are not copied: {@link #get} returns the very object that is
 * installed, and {@link #set} keeps the one that it is given. Never change such an object in place.
 * Other transactions and queries would see the change at once, and it would stay if this
 * transaction aborts, be it by the constraint that the changed value violates. Set a changed copy
 * instead.
 *
 * @param <V> value type
 */
@PublicEvolving
public interface ValueAccess<V> {
    /**
     * Returns the value. If the key has none, returns the initial value of the state, or null if
     * the state has no initial value.
     *
     * @throws IllegalStateException if the mode of the access is {@link AccessMode#WRITE} and the
     *     transaction has not written the value yet, or outside the call that this was passed to
     */
    @Nullable V get();

    /**
     * Whether the key has a value, installed or written by this transaction.
     *
     * @throws IllegalStateException as {@link #get}
     */
    boolean exists();

    /**
     * Writes the value, tentatively until the transaction commits. If the value violates the
     * integrity constraint, the transaction aborts and this call does not return.
     *
     * @param value never null; to remove the value, call {@link #delete}
     * @throws IllegalStateException if the mode of the access is {@link AccessMode#READ}, or
     *     outside the call that this was passed to
     */
    void set(V value);

    /**
     * Removes the value, tentatively until the transaction commits.
     *
     * @throws IllegalStateException as {@link #set}
     */
    void delete();
}
