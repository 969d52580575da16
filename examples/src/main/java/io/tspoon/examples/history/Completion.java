/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.transaction.TransactionResult;

import java.util.List;

/**
 * A result with the times that the history needs.
 *
 * @param number number of the request
 * @param invokedAt nanoseconds, when the request was given to the t-graph
 * @param completedAt nanoseconds, when the result had left the t-graph
 * @param observations one for each step; none if aborted
 */
public record Completion(
        long number,
        long id,
        long timestamp,
        boolean committed,
        int attempts,
        long invokedAt,
        long completedAt,
        List<Observation> observations) {

    static Completion of(TransactionResult<Observation> result, long completedAt) {
        return new Completion(
                Request.numberIn(result.key()),
                result.id().value(),
                result.timestamp().value(),
                result.isCommitted(),
                result.attempts(),
                Request.invokedAtIn(result.key()),
                completedAt,
                result.emitted());
    }
}
