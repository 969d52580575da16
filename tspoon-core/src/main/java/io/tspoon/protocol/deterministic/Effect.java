/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * What one run of an access does to the value of its key. One object serves all runs of a
 * participant.
 */
@Internal
public final class Effect<V> {
    private @Nullable V value;
    private boolean written;
    private boolean fails;

    Effect() {}

    void begin() {
        value = null;
        written = false;
        fails = false;
    }

    /**
     * Gives the key another value.
     *
     * @param newValue null deletes the value
     */
    public void write(@Nullable V newValue) {
        value = newValue;
        written = true;
    }

    /** The access fails, so its transaction aborts. Nothing that it wrote counts. */
    public void fail() {
        fails = true;
    }

    boolean isWritten() {
        return written;
    }

    boolean fails() {
        return fails;
    }

    /**
     * Fails the job if the access fails and was not declared so.
     *
     * @param access as its owner knows it; its text says where it is
     */
    void checkFailure(boolean mayFail, long id, Object access) {
        if (fails && !mayFail) {
            throw new UndeclaredFailureException(id, access);
        }
    }

    /** The value that the key has if the transaction commits. */
    @Nullable V after(@Nullable V below) {
        return written && !fails ? value : below;
    }
}
