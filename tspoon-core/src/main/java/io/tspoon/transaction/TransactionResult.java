/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.api.common.typeinfo.TypeInfo;

import java.util.List;
import java.util.Objects;

/**
 * What became of one transaction: exactly one result leaves a t-graph for each element that enters.
 *
 * <p>A committed result carries the installed updates, one for each key that was written, and the
 * elements that reached the leaves of the t-graph; an aborted one carries the reasons. Nothing of a
 * retried attempt is visible here but their number. Its lists are not to be changed.
 *
 * <p>Flink cannot find its type by itself, for only the t-graph knows the types of keys and values.
 * Call {@code .returns(results.getType())} behind a function that gives on results; a {@code
 * TypeHint} cannot say it.
 *
 * @param id identity of the transaction
 * @param key what the program calls the transaction; empty if it gives no keys
 * @param timestamp place of the deciding attempt in the serial order
 * @param outcome committed or aborted
 * @param attempts how often the transaction was executed, at least 1
 * @param reasons why it was aborted, the first ones of what may be many more: up to 100, and about
 *     1 MiB of text; empty when committed
 * @param updates what was installed; empty when aborted
 * @param emitted the elements that reached the leaves; empty when aborted
 * @param <T> type of the elements at the leaves
 */
@TypeInfo(TypesOfGraph.class)
public record TransactionResult<T>(
        TransactionId id,
        String key,
        ExecutionTimestamp timestamp,
        Outcome outcome,
        int attempts,
        List<AbortReason> reasons,
        List<StateUpdate> updates,
        List<T> emitted) {
    public TransactionResult {
        Objects.requireNonNull(id);
        Objects.requireNonNull(key);
        Objects.requireNonNull(timestamp);
        Objects.requireNonNull(outcome);
        Objects.requireNonNull(reasons);
        Objects.requireNonNull(updates);
        Objects.requireNonNull(emitted);
    }

    /** Whether its updates are installed. */
    public boolean isCommitted() {
        return outcome == Outcome.COMMITTED;
    }

    /** Whether nothing of it took effect; {@link #reasons} say why. */
    public boolean isAborted() {
        return outcome == Outcome.ABORTED;
    }
}
