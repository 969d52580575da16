/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.jspecify.annotations.Nullable;

/**
 * The value of one key, as one transaction sees it: its own writes first, else what is installed.
 *
 * <p>Valid only during the call it was passed to, and only on that thread. Between calls it is
 * refused; if it is used during a later call, that need not be noticed, and does harm.
 *
 * @param <V> value type
 */
public interface ValueAccess<V> {
    /** The value; the initial value of the state if the key has none, null without one. */
    @Nullable V get();

    /** Whether a value is installed, or was written by this transaction. */
    boolean exists();

    /**
     * Writes the value, tentatively until the transaction commits. A value that violates the
     * integrity constraint aborts the transaction; then the call does not return.
     *
     * @param value never null; see {@link #delete}
     */
    void set(V value);

    /** Removes the value, tentatively until the transaction commits. */
    void delete();
}
