/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import org.apache.flink.annotation.PublicEvolving;

import java.io.Serial;

/**
 * Thrown by {@link QueryResult#orElseThrow} and {@link GraphReader#stream} if there is no answer.
 */
@PublicEvolving
public final class QueryFailedException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private final QueryFailureReason reason;
    private final boolean retryable;

    QueryFailedException(QueryResult.Failure<?> failure) {
        super(failure.message());
        this.reason = failure.reason();
        this.retryable = failure.retryable();
    }

    /** Returns the reason; its documentation says what to do. */
    public QueryFailureReason reason() {
        return reason;
    }

    /** Whether the same question may be answered later. */
    public boolean isRetryable() {
        return retryable;
    }
}
