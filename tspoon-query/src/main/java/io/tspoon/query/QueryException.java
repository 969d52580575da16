/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query;

import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

import java.io.Serial;

/** Thrown if a request fails for a reason that its sender may know. */
@PublicEvolving
public final class QueryException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private final FailureReason reason;

    /**
     * @param message what happened; the sender of the request will read it
     */
    public QueryException(FailureReason reason, String message) {
        this(reason, message, null);
    }

    /**
     * @param message what happened; the sender of the request will read it
     * @param cause for the server's log; null if there is none
     */
    public QueryException(FailureReason reason, String message, @Nullable Throwable cause) {
        // No stack trace: the failure lies in the request, not in the code.
        super(message, cause, false, false);
        this.reason = reason;
    }

    public FailureReason reason() {
        return reason;
    }
}
