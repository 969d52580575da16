/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.transaction.AbortReason;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers that a stateless operation has aborted the transaction at hand, and why.
 *
 * <p>The signal that leaves user code may be caught there by accident; what counts is what is
 * remembered here.
 */
public final class AbortCapture {
    private static final Logger LOG = LoggerFactory.getLogger(AbortCapture.class);

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

    /**
     * What code has thrown after it had aborted: the signal, or what it was made to, or a failure
     * that came only because code went on. Nothing comes of it, unless the JVM itself fails.
     */
    public static void ignore(Throwable thrown) {
        if (thrown instanceof VirtualMachineError error) {
            throw error;
        }
        if (!(thrown instanceof AbortSignal)) {
            LOG.debug("A function has failed after it had aborted its transaction", thrown);
        }
    }

    /** Why the transaction was aborted; null if it was not. */
    public @Nullable AbortReason reason() {
        return reason;
    }
}
