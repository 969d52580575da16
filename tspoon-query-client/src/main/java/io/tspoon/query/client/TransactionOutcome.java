/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionId;

import org.apache.flink.annotation.PublicEvolving;

import java.util.List;

/**
 * What became of a transaction.
 *
 * @param entrance name of the entrance by which its element has come; empty if that has none
 * @param key the transaction's key
 * @param outcome committed or aborted
 * @param id identity of the transaction
 * @param timestamp position of the deciding attempt in the serial order
 * @param attempts number of attempts, at least 1
 * @param reasons the first reasons for the abort; empty if it is committed
 */
@PublicEvolving
public record TransactionOutcome(
        String entrance,
        String key,
        Outcome outcome,
        TransactionId id,
        ExecutionTimestamp timestamp,
        int attempts,
        List<AbortReason> reasons) {
    /** Whether the transaction's updates are installed. */
    public boolean isCommitted() {
        return outcome == Outcome.COMMITTED;
    }
}
