/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.WindowContent;
import io.tspoon.api.WindowSlot;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a result says, for the comparison with the oracle.
 *
 * @param number of the event
 * @param id identity of the transaction
 * @param timestamp its place in the serial order
 * @param attempts how often it was executed
 * @param said outcome, answer and updates
 */
record Executed(long number, long id, long timestamp, int attempts, Oracle.Expected said) {
    static Executed of(TransactionResult<Answer> result) {
        return new Executed(
                Long.parseLong(result.key()),
                result.id().value(),
                result.timestamp().value(),
                result.attempts(),
                new Oracle.Expected(result.isCommitted(), answer(result), updates(result)));
    }

    /** New values by {@link Oracle#name}, without those of windows, which answers tell of. */
    static Map<String, Object> updates(TransactionResult<Answer> result) {
        Map<String, Object> updates = new HashMap<>();
        for (StateUpdate update : result.updates()) {
            if (!isOfWindow(update)) {
                updates.put(
                        Oracle.name(update.state(), update.key()),
                        Objects.requireNonNull(update.value()));
            }
        }
        return updates;
    }

    private static boolean isOfWindow(StateUpdate update) {
        return update.value() instanceof WindowContent<?> || update.key() instanceof WindowSlot<?>;
    }

    /** The sum of what its accesses say. */
    static long answer(TransactionResult<Answer> result) {
        long sum = 0;
        for (Answer answer : result.emitted()) {
            sum += answer.value();
        }
        return sum;
    }
}
