/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.TransactionResult;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps the newest token of one t-graph, so that its readers see what they have written and never
 * go back in time, whichever server answers; across a crash of the job only with durability LOG, as
 * with CHECKPOINT a recovery undoes what was read since the last checkpoint.
 *
 * <p>May be used by many threads, and handed over: make another with {@link #since}.
 */
public final class QuerySession {
    private final AtomicLong newest;

    private QuerySession(long newest) {
        this.newest = new AtomicLong(newest);
    }

    /** A session that has seen nothing. */
    public static QuerySession start() {
        return new QuerySession(0);
    }

    /** A session that goes on from another, perhaps in another process. */
    public static QuerySession since(ExecutionTimestamp token) {
        return new QuerySession(token.value());
    }

    /** Later answers include this transaction. */
    public void saw(TransactionResult<?> result) {
        saw(result.timestamp());
    }

    /** Later answers include everything up to this timestamp. */
    public void saw(ExecutionTimestamp timestamp) {
        newest.accumulateAndGet(timestamp.value(), Math::max);
    }

    /** The newest timestamp that was seen; 0 if none was. */
    public ExecutionTimestamp token() {
        return new ExecutionTimestamp(newest.get());
    }
}
