/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionId;

import org.apache.flink.annotation.PublicEvolving;

import java.util.List;

/**
 * What became of a call: the first outcome of its key.
 *
 * @param key the caller's key
 * @param outcome committed or aborted
 * @param durable whether no crash of the job can take it back
 * @param repeated whether an earlier request has brought it about
 * @param id identity of its transaction
 * @param timestamp position of the deciding attempt in the serial order
 * @param attempts number of attempts, at least 1
 * @param reasons the first reasons for the abort; empty if it is committed
 * @param emitted what its transaction emitted; empty if it is aborted
 * @param <R> type of what is emitted
 */
@PublicEvolving
public record CallResult<R>(
        String key,
        Outcome outcome,
        boolean durable,
        boolean repeated,
        TransactionId id,
        ExecutionTimestamp timestamp,
        int attempts,
        List<AbortReason> reasons,
        List<R> emitted) {
    /** Whether the transaction's updates are installed. */
    public boolean isCommitted() {
        return outcome == Outcome.COMMITTED;
    }

    /** Whether it is aborted because a function threw an exception. */
    public boolean hasFailed() {
        return reasons.stream().anyMatch(reason -> reason.kind() == AbortReason.Kind.FAILURE);
    }
}
