/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.transaction.AbortReason;

import org.jspecify.annotations.Nullable;

/**
 * Remembers that a stateless operation has aborted the transaction at hand, and why.
 *
 * <p>The signal that leaves user code may be caught there by accident; what counts is what is
 * remembered here.
 */
public final class AbortCapture {
    private @Nullable AbortReason reason;

    /** Forgets the last transaction. */
    public void begin() {
        if (reason != null) {
            reason = null;
        }
    }

    /** Remembers the first reason and leaves user code. */
    void abort(AbortReason why) {
        if (reason == null) {
            reason = why;
        }
        throw new AbortSignal();
    }

    /** Why the transaction was aborted; null if it was not. */
    public @Nullable AbortReason reason() {
        return reason;
    }
}
