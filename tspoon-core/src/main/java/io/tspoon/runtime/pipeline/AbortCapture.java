/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.transaction.AbortReason;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers whether a stateless operation has aborted the current transaction, and why.
 *
 * <p>User code may catch the {@link AbortSignal} by accident, so only what is remembered here
 * counts.
 */
@Internal
public final class AbortCapture {
    private static final Logger LOG = LoggerFactory.getLogger(AbortCapture.class);

    private @Nullable AbortReason reason;

    /** Forgets the previous transaction. */
    public void begin() {
        if (reason != null) {
            reason = null;
        }
    }

    /** Remembers the first reason, and throws to leave user code. */
    void abort(AbortReason why) {
        keep(why);
        throw new AbortSignal();
    }

    /** Remembers the first reason. */
    public void keep(AbortReason why) {
        if (reason == null) {
            reason = why;
        }
    }

    /**
     * Handles what user code has thrown after it aborted: the signal, an exception that wraps it,
     * or a failure that happened only because the code went on. It is ignored unless the JVM itself
     * fails.
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
