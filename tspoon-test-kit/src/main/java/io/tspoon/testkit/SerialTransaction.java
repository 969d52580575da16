/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.runtime.exchange.ExchangedValue;
import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.plan.InputColumn;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.TriggerTarget;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What becomes of one transaction of a serial run. */
final class SerialTransaction<R> {
    private final long number;
    private final Object element;
    private final boolean guarded;
    private final boolean deepest;
    private final List<AbortReason> reasons = new ArrayList<>();
    private final Map<Place, StateUpdate> updates = new LinkedHashMap<>();
    private final List<R> emitted = new ArrayList<>();
    private final List<Triggered> triggered = new ArrayList<>();
    private List<ExchangedValue<?, ?>> answers = new ArrayList<>();

    private record Place(String state, Object key) {}

    /**
     * @param number its place in the serial order
     * @param element for which it is executed
     * @param guarded whether an exception aborts it, and does not fail the job
     * @param deepest whether it must not trigger others
     */
    SerialTransaction(long number, Object element, boolean guarded, boolean deepest) {
        this.number = number;
        this.element = element;
        this.guarded = guarded;
        this.deepest = deepest;
    }

    long number() {
        return number;
    }

    Object element() {
        return element;
    }

    boolean isGuarded() {
        return guarded;
    }

    boolean isDeepest() {
        return deepest;
    }

    boolean isAborted() {
        return !reasons.isEmpty();
    }

    void abort(AbortReason reason) {
        reasons.add(reason);
    }

    /** The last update of a key counts. */
    void add(StateUpdate update) {
        updates.put(new Place(update.state(), update.key()), update);
    }

    void emit(R leaving) {
        emitted.add(leaving);
    }

    /** Triggers another transaction; one too many aborts this one. */
    void trigger(Triggered what) {
        triggered.add(what);
        if (triggered.size() == TriggerTarget.MAX_TRIGGERED + 1) {
            abort(AbortReasons.byTriggers("serial run", ""));
        }
    }

    /** What it has triggered, if it has committed. */
    List<Triggered> triggered() {
        return isAborted() ? List.of() : triggered;
    }

    /** Forgets what has left, because the transaction has ended before it left. */
    void takeBack() {
        emitted.clear();
        triggered.clear();
    }

    void answer(ExchangedValue<?, ?> value) {
        answers.add(value);
    }

    /** The values that functions wait for; hands them over. */
    List<ExchangedValue<?, ?>> takeAnswers() {
        List<ExchangedValue<?, ?>> taken = answers;
        answers = new ArrayList<>();
        return taken;
    }

    /**
     * @param returned which results give their element back
     */
    TransactionResult<R> result(String entrance, String key, ReturnedInputs returned) {
        Outcome outcome = isAborted() ? Outcome.ABORTED : Outcome.COMMITTED;
        boolean committed = outcome == Outcome.COMMITTED;
        return new TransactionResult<>(
                new TransactionId(number),
                entrance,
                key,
                new ExecutionTimestamp(number),
                outcome,
                1,
                List.copyOf(reasons),
                committed ? List.copyOf(updates.values()) : List.of(),
                committed ? List.copyOf(emitted) : List.of(),
                returned.includes(outcome) ? InputColumn.element(element) : null);
    }
}
