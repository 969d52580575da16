/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInfo;

import java.util.List;
import java.util.Objects;

/**
 * The result of one transaction. A t-graph emits exactly one for each element that enters it.
 *
 * <p>A committed result carries the installed updates, one for each key that was written, and the
 * elements that reached the leaves of the t-graph. An aborted result carries the reasons. Of
 * retried attempts it only tells the number. The lists must not be modified.
 *
 * <p>Flink cannot extract this type, because only the t-graph knows the types of keys and values.
 * After a function that passes results on, call {@code .returns(results.getType())}; a {@code
 * TypeHint} does not work.
 *
 * @param id identity of the transaction
 * @param entrance name of the entrance by which the element has come into the t-graph; empty if the
 *     t-graph has only one, without a name
 * @param key the transaction's key, as chosen by the program; empty if it chooses none
 * @param timestamp position of the deciding attempt in the serial order
 * @param outcome committed or aborted
 * @param attempts number of attempts, at least 1; at PL4 always 1
 * @param reasons the first reasons for the abort, at most 100 and about 1 MiB of text; empty if
 *     committed
 * @param updates the installed updates; empty if aborted
 * @param emitted the elements that reached the leaves; empty if aborted
 * @param <T> type of the elements at the leaves
 */
@PublicEvolving
@TypeInfo(TypesOfGraph.class)
public record TransactionResult<T>(
        TransactionId id,
        String entrance,
        String key,
        ExecutionTimestamp timestamp,
        Outcome outcome,
        int attempts,
        List<AbortReason> reasons,
        List<StateUpdate> updates,
        List<T> emitted) {
    public TransactionResult {
        Objects.requireNonNull(id);
        Objects.requireNonNull(entrance);
        Objects.requireNonNull(key);
        Objects.requireNonNull(timestamp);
        Objects.requireNonNull(outcome);
        Objects.requireNonNull(reasons);
        Objects.requireNonNull(updates);
        Objects.requireNonNull(emitted);
    }

    /** The result of a transaction of a t-graph with one entrance, without a name. */
    public TransactionResult(
            TransactionId id,
            String key,
            ExecutionTimestamp timestamp,
            Outcome outcome,
            int attempts,
            List<AbortReason> reasons,
            List<StateUpdate> updates,
            List<T> emitted) {
        this(id, "", key, timestamp, outcome, attempts, reasons, updates, emitted);
    }

    /** Whether the transaction's updates are installed. */
    public boolean isCommitted() {
        return outcome == Outcome.COMMITTED;
    }

    /** Whether the transaction had no effect; {@link #reasons} tells why. */
    public boolean isAborted() {
        return outcome == Outcome.ABORTED;
    }

    /** As of a record, but without an entrance that has no name. */
    @Override
    public String toString() {
        return "TransactionResult[id="
                + id
                + (entrance.isEmpty() ? "" : ", entrance=" + entrance)
                + ", key="
                + key
                + ", timestamp="
                + timestamp
                + ", outcome="
                + outcome
                + ", attempts="
                + attempts
                + ", reasons="
                + reasons
                + ", updates="
                + updates
                + ", emitted="
                + emitted
                + "]";
    }
}
