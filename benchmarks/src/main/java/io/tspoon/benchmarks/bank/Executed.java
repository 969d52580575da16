/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import java.util.ArrayList;
import java.util.List;

/**
 * What a transaction's result says of the accounts, for {@link Verification}.
 *
 * @param graph the t-graph that it left, counted from 0
 * @param id identity of the transaction
 * @param timestamp its place in the serial order
 * @param committed or else aborted
 * @param attempts how often it was executed
 * @param refusals the accounts whose balance was too low, if aborted
 * @param balances the new ones
 */
record Executed(
        int graph,
        long id,
        long timestamp,
        boolean committed,
        int attempts,
        List<Refusal> refusals,
        List<Balance> balances) {
    /** The balance of one account in one state. */
    record Balance(String state, int account, long amount) {
        static Balance of(StateUpdate update) {
            if (update.key() instanceof Integer account && update.value() instanceof Long amount) {
                return new Balance(update.state(), account, amount);
            }
            throw new IllegalArgumentException("Cannot read balance: update=" + update);
        }
    }

    /** An account that would be overdrawn in one state. */
    record Refusal(String state, int account) {
        static Refusal of(AbortReason reason) {
            if (reason.kind() != AbortReason.Kind.CONSTRAINT) {
                throw new IllegalArgumentException(
                        "Cannot read refusal: not by a constraint, reason=" + reason);
            }
            return new Refusal(reason.operator(), Integer.parseInt(reason.key()));
        }
    }

    /** What an account has refused to pay in one state, though the other half was applied. */
    record Unpaid(String state, int account, long amount) {}

    static Executed of(int graph, TransactionResult<?> result) {
        List<Balance> balances = new ArrayList<>(result.updates().size());
        result.updates().forEach(update -> balances.add(Balance.of(update)));
        return new Executed(
                graph,
                result.id().value(),
                result.timestamp().value(),
                result.isCommitted(),
                result.attempts(),
                result.reasons().stream().map(Refusal::of).toList(),
                balances);
    }
}
