/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.transaction.TransactionResult;

import java.util.List;

/**
 * A result with the times that the history needs.
 *
 * @param number number of the request
 * @param invokedAt nanoseconds, when the request was given to the t-graph for the first time; 0 if
 *     only the {@link Recorder} knows
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
                0,
                completedAt,
                result.emitted());
    }

    /** The same at other times. */
    Completion at(long invoked, long completed) {
        return new Completion(
                number, id, timestamp, committed, attempts, invoked, completed, observations);
    }
}
