/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.PublicEvolving;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps the newest token of one t-graph, so that its readers see what they have written and never
 * go back in time, whichever server answers. Across a crash of the job this holds only with
 * durability LOG: with CHECKPOINT, a recovery undoes what was read since the last checkpoint.
 *
 * <p>Thread-safe. To continue a session elsewhere, pass its token to {@link #since}.
 */
@PublicEvolving
public final class QuerySession {
    private final AtomicLong newest;

    private QuerySession(long newest) {
        this.newest = new AtomicLong(newest);
    }

    /** Returns a session that has seen nothing. */
    public static QuerySession start() {
        return new QuerySession(0);
    }

    /** Returns a session that continues another one, perhaps from another process. */
    public static QuerySession since(ExecutionTimestamp token) {
        return new QuerySession(token.value());
    }

    /** Makes later answers include this transaction. */
    public void saw(TransactionResult<?> result) {
        saw(result.timestamp());
    }

    /** Makes later answers include everything up to this timestamp. */
    public void saw(ExecutionTimestamp timestamp) {
        newest.accumulateAndGet(timestamp.value(), Math::max);
    }

    /** Returns the newest timestamp that the session has seen; 0 if none. */
    public ExecutionTimestamp token() {
        return new ExecutionTimestamp(newest.get());
    }
}
