/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.transaction.AbortReason;

import org.jspecify.annotations.Nullable;

/**
 * Remembers that the transaction at hand was aborted by user code or by a constraint, and why.
 *
 * <p>The signal that leaves user code may be caught there by accident; what counts is what is
 * remembered here.
 */
public final class AbortCapture {
    private final AbortSignal signal = new AbortSignal();
    private @Nullable AbortReason reason;
    private @Nullable Object key;

    /**
     * Forgets the last transaction.
     *
     * @param ofKey the key that is accessed; null outside stateful operators
     */
    public void begin(@Nullable Object ofKey) {
        reason = null;
        key = ofKey;
    }

    /** Remembers the first reason and leaves user code. */
    public void abort(AbortReason.Kind kind, String operator, String rule, String detail) {
        if (reason == null) {
            String keyText = key == null ? "" : key.toString();
            reason = new AbortReason(kind, operator, keyText, rule, detail);
        }
        throw signal;
    }

    /** Why the transaction was aborted; null if it was not. */
    public @Nullable AbortReason reason() {
        return reason;
    }
}
