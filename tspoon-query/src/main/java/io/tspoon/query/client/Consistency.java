/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.transaction.ExecutionTimestamp;

import java.util.Objects;

/** Which snapshot of a t-graph a question is answered from. */
public sealed interface Consistency {
    /** The newest snapshot that is there, which may be some milliseconds old. The cheapest. */
    static Consistency snapshot() {
        return new Newest();
    }

    /** A snapshot with everything whose result was emitted before the question was asked. */
    static Consistency fresh() {
        return new Fresh();
    }

    /**
     * The snapshot at a timestamp, such as that of an earlier answer, or of a time by {@link
     * ExecutionTimestamp#of}: time travel. Fails with SNAPSHOT_TOO_OLD beyond the retention of the
     * t-graph.
     */
    static Consistency at(ExecutionTimestamp timestamp) {
        return new At(timestamp);
    }

    /**
     * A snapshot with everything up to a timestamp: that of an answer or of a {@link
     * io.tspoon.transaction.TransactionResult}. So one reads what one has written, and never goes
     * back in time. {@link QuerySession} keeps the timestamp.
     */
    static Consistency after(ExecutionTimestamp token) {
        return new After(token);
    }

    /** See {@link #snapshot}. */
    record Newest() implements Consistency {}

    /** See {@link #fresh}. */
    record Fresh() implements Consistency {}

    /** See {@link #at}. */
    record At(ExecutionTimestamp timestamp) implements Consistency {
        public At {
            Objects.requireNonNull(timestamp);
        }
    }

    /** See {@link #after}. */
    record After(ExecutionTimestamp token) implements Consistency {
        public After {
            Objects.requireNonNull(token);
        }
    }
}
