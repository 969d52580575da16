/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.transaction.ExecutionTimestamp;

import org.apache.flink.annotation.PublicEvolving;

import java.util.Objects;

/** Selects the snapshot of a t-graph that answers a question. */
@PublicEvolving
public sealed interface Consistency {
    /** The newest available snapshot, which may be some milliseconds old. The cheapest choice. */
    static Consistency snapshot() {
        return new Newest();
    }

    /** A snapshot with everything whose result was emitted before the question was asked. */
    static Consistency fresh() {
        return new Fresh();
    }

    /**
     * The snapshot at a timestamp (time travel): that of an earlier answer, or that of a time, see
     * {@link ExecutionTimestamp#of}. Fails with {@link QueryFailureReason#SNAPSHOT_TOO_OLD} if it
     * is beyond the t-graph's retention, or before the last start of the job.
     */
    static Consistency at(ExecutionTimestamp timestamp) {
        return new At(timestamp);
    }

    /**
     * A snapshot with everything up to a timestamp: that of an answer or of a {@link
     * io.tspoon.transaction.TransactionResult}. So readers see what they have written, and never go
     * back in time. {@link QuerySession} keeps the timestamp for you.
     */
    static Consistency after(ExecutionTimestamp token) {
        return new After(token);
    }

    /** See {@link #snapshot}. */
    @PublicEvolving
    record Newest() implements Consistency {}

    /** See {@link #fresh}. */
    @PublicEvolving
    record Fresh() implements Consistency {}

    /** See {@link #at}. */
    @PublicEvolving
    record At(ExecutionTimestamp timestamp) implements Consistency {
        public At {
            Objects.requireNonNull(timestamp);
        }
    }

    /** See {@link #after}. */
    @PublicEvolving
    record After(ExecutionTimestamp token) implements Consistency {
        public After {
            Objects.requireNonNull(token);
        }
    }
}
