/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInfo;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/**
 * The result of one transaction. A t-graph emits exactly one for each element that enters it.
 *
 * <p>A committed result carries the installed updates, one for each key that was written, and the
 * elements that reached the leaves of the t-graph. An aborted result carries the reasons. Of
 * retried attempts it only tells the number. If the t-graph {@linkplain ReturnedInputs returns
 * inputs}, it carries the element, too. Lists and element must not be modified.
 *
 * <p>If the t-graph takes elements in batches, there is one result for each batch, which also tells
 * what became of each {@linkplain #element element}. One that is rejected has its own reasons.
 *
 * <p>As an element of a stream, a result has the Flink timestamp of the element of which it is, if
 * that has one; the result of a call has the time at which its transaction began.
 *
 * <p>Flink cannot extract this type, because only the t-graph knows the types of keys and values.
 * After a function that passes results on, call {@code .returns(results.getType())}; a {@code
 * TypeHint} does not work.
 *
 * @param id identity of the transaction
 * @param entrance name of the entrance by which the element has come into the t-graph; empty if the
 *     t-graph has only one, without a name
 * @param key the transaction's key, as chosen by the program; empty if it chooses none. A triggered
 *     transaction has one of the engine's own
 * @param timestamp position of the deciding attempt in the serial order
 * @param outcome committed or aborted
 * @param attempts number of attempts, at least 1; at PL4 always 1
 * @param reasons the first reasons for the abort, at most 100 and about 1 MiB of text; empty if
 *     committed
 * @param updates the installed updates; empty if aborted
 * @param emitted the elements that reached the leaves; empty if aborted
 * @param input the element that has entered the t-graph, or the request of a call; null unless the
 *     t-graph returns it. See {@link #input(Class)}
 * @param elements of a batch, what became of each of its elements, in their order, and why it was
 *     rejected if it was; empty if the transaction was that of one element
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
        List<T> emitted,
        @Nullable Object input,
        List<BatchElement<T>> elements) {
    public TransactionResult {
        Objects.requireNonNull(id);
        Objects.requireNonNull(entrance);
        Objects.requireNonNull(key);
        Objects.requireNonNull(timestamp);
        Objects.requireNonNull(outcome);
        Objects.requireNonNull(reasons);
        Objects.requireNonNull(updates);
        Objects.requireNonNull(emitted);
        Objects.requireNonNull(elements);
    }

    /** A result of one element. */
    public TransactionResult(
            TransactionId id,
            String entrance,
            String key,
            ExecutionTimestamp timestamp,
            Outcome outcome,
            int attempts,
            List<AbortReason> reasons,
            List<StateUpdate> updates,
            List<T> emitted,
            @Nullable Object input) {
        this(
                id, entrance, key, timestamp, outcome, attempts, reasons, updates, emitted, input,
                List.of());
    }

    /** A result that does not give its element back. */
    public TransactionResult(
            TransactionId id,
            String entrance,
            String key,
            ExecutionTimestamp timestamp,
            Outcome outcome,
            int attempts,
            List<AbortReason> reasons,
            List<StateUpdate> updates,
            List<T> emitted) {
        this(id, entrance, key, timestamp, outcome, attempts, reasons, updates, emitted, null);
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
        this(id, "", key, timestamp, outcome, attempts, reasons, updates, emitted, null);
    }

    /** Whether the transaction's updates are installed. */
    public boolean isCommitted() {
        return outcome == Outcome.COMMITTED;
    }

    /** Whether the transaction had no effect; {@link #reasons} tells why. */
    public boolean isAborted() {
        return outcome == Outcome.ABORTED;
    }

    /**
     * The transaction that has triggered this one.
     *
     * @param target the entrance by which it would have come
     * @return null if this one has not come by the entrance
     */
    public @Nullable TransactionId triggeredBy(TriggerTarget<?> target) {
        return entrance.equals(target.name())
                ? new TransactionId(TriggerKey.parse(key).id())
                : null;
    }

    /**
     * What became of one element of a batch.
     *
     * @param place of the element in the batch, from 0
     * @throws IndexOutOfBoundsException if the batch has no such element, or the transaction was
     *     that of one element
     */
    public BatchElement<T> element(int place) {
        return elements.get(place);
    }

    /**
     * The element that has entered the t-graph.
     *
     * @param type its class
     * @throws IllegalStateException if the result does not give it back
     * @throws ClassCastException if it is of another class
     */
    public <I> I input(Class<I> type) {
        Object given = input;
        if (given == null) {
            throw new IllegalStateException(
                    "[TSP-2130] Cannot get input of transaction: its result does not give it back,"
                            + " outcome="
                            + outcome
                            + ", key="
                            + key
                            + ". Call returnInputs(ReturnedInputs.ABORTED), or ALL, before you open"
                            + " the t-graph, and leave out results without input");
        }
        if (!type.isInstance(given)) {
            throw new ClassCastException(
                    "[TSP-2131] Cannot get input of transaction: it is of another class, asked="
                            + type.getName()
                            + ", class="
                            + given.getClass().getName()
                            + ", entrance="
                            + entrance
                            + ". Each entrance has a type of its own: look at entrance() first");
        }
        return type.cast(given);
    }

    /** As of a record, but without an entrance that has no name, and an input that is not given. */
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
                + (input == null ? "" : ", input=" + input)
                + (elements.isEmpty() ? "" : ", elements=" + elements)
                + "]";
    }
}
