/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.triggers;

import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a result says.
 *
 * @param id of the transaction
 * @param step the last one of those that it has executed
 * @param sums what it has written, by level
 */
record Executed(long id, int attempts, Step step, Map<Integer, Long> sums) {
    static Executed of(TransactionResult<Step> result) {
        Map<Integer, Long> sums = new HashMap<>();
        for (StateUpdate update : result.updates()) {
            sums.put((Integer) update.key(), (Long) Objects.requireNonNull(update.value()));
        }
        return new Executed(result.id().value(), result.attempts(), result.emitted().get(0), sums);
    }
}
