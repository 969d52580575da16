/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.commit.Attempt;
import io.tspoon.runtime.batch.Batch;
import io.tspoon.runtime.exchange.ExchangedValue;
import io.tspoon.runtime.feedback.AttemptDescriptions;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.plan.InputColumn;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.runtime.transport.ElementNumber;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.TriggerTarget;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Gathers the result of one attempt, and then of the next one that uses the same object. */
final class ResultBuilder<T> {
    /**
     * The most reasons that are kept, so that they fit into a log record however many fragments
     * abort.
     */
    static final int MAX_REASONS = 100;

    /** Once the kept reasons have this many chars, no further reason is kept. */
    static final int MAX_REASON_CHARS = 1 << 20;

    private final Gathered<StateUpdate> updates = new Gathered<>();
    private final Gathered<T> emitted = new Gathered<>();

    /**
     * Of a batch: which element each of the emitted ones comes from; null if all come from the
     * first.
     */
    private int @Nullable [] numbers;

    private int emittedCount;

    /** The {@link ElementNumber} of the fragment that is read. */
    private int number;

    /** Likewise, by reason. */
    private int @Nullable [] reasonNumbers;

    private List<BatchParts.Rejection> rejections = List.of();

    private List<ExchangedValue<?, ?>> answers = List.of();
    private List<AbortReason> reasons = List.of();
    private int reasonChars;
    private long bytes;
    private boolean exceeds;
    private int triggered;
    private boolean triggersTooMany;

    /** The last update of each key, once a key was written again; null before that. */
    private @Nullable Map<Place, StateUpdate> last;

    private record Place(String state, Object key) {}

    /** Where the update may be of the key that was written again most recently. */
    private int rewritten;

    /** Adds an update. If the key was written before, only this update stays. */
    void addUpdate(StateUpdate update, boolean again) {
        if (again && last == null) {
            if (!isRewritten(rewritten, update)) {
                rewritten = updates.size() - 1;
            }
            if (isRewritten(rewritten, update)) {
                updates.set(rewritten, update);
                return;
            }
            last = new LinkedHashMap<>();
            updates.take().forEach(this::replace);
        }
        if (last == null) {
            updates.add(update);
        } else {
            replace(update);
        }
    }

    /** Often a single key is written again and again, which needs no map. */
    private boolean isRewritten(int index, StateUpdate update) {
        StateUpdate before = updates.get(index);
        return before != null
                && before.key().equals(update.key())
                && before.state().equals(update.state());
    }

    private void replace(StateUpdate update) {
        Objects.requireNonNull(last).put(new Place(update.state(), update.key()), update);
    }

    /** What is added next has this {@link ElementNumber}. */
    void at(int ofElement) {
        number = ofElement;
    }

    void addElement(T element) {
        if (numbers != null || number != 0) {
            numbers = BatchParts.with(numbers, emittedCount, ElementNumber.place(number));
        }
        emittedCount++;
        emitted.add(element);
        triggered += element instanceof Triggered ? 1 : 0;
    }

    /** Whether more is triggered than a transaction may; said once. */
    boolean triggersTooMany() {
        if (triggered <= TriggerTarget.MAX_TRIGGERED || triggersTooMany) {
            return false;
        }
        triggersTooMany = true;
        return true;
    }

    /** Adds a value that a function in open waits for. */
    void addAnswer(ExchangedValue<?, ?> answer) {
        if (answers.isEmpty()) {
            answers = new ArrayList<>();
        }
        answers.add(answer);
    }

    /** Removes all of these values from an attempt, and hands them over. */
    static Feedback.Gathered gathered(Attempt<? extends ResultBuilder<?>> attempt) {
        ResultBuilder<?> builder = attempt.payload();
        List<ExchangedValue<?, ?>> taken = builder.answers;
        builder.answers = List.of();
        return new Feedback.Gathered(attempt.slot(), attempt.timestamp(), taken);
    }

    /**
     * The element of a batch is rejected of which the fragment is that is read. Reasons count as
     * bytes of the outcome, which are bounded.
     */
    void reject(AbortReason reason) {
        if (rejections.isEmpty()) {
            rejections = new ArrayList<>();
        }
        rejections.add(new BatchParts.Rejection(ElementNumber.place(number), reason));
    }

    /** Adds a reason, unless very many have been added. */
    void addReason(AbortReason reason) {
        if (reasons.size() == MAX_REASONS || reasonChars >= MAX_REASON_CHARS) {
            return;
        }
        if (reasons.isEmpty()) {
            reasons = new ArrayList<>(1);
        }
        if (reasonNumbers != null || number != 0) {
            if (reasonNumbers == null) {
                reasonNumbers = new int[MAX_REASONS];
            }
            reasonNumbers[reasons.size()] = ElementNumber.place(number);
        }
        reasons.add(reason);
        reasonChars += charsOf(reason);
    }

    /** Counts what a log or a result has to hold. */
    void addBytes(long more) {
        bytes += more;
    }

    /** Whether more has been counted than there may be; said once. */
    boolean exceeds(long limit) {
        if (bytes <= limit || exceeds) {
            return false;
        }
        exceeds = true;
        return true;
    }

    private static int charsOf(AbortReason reason) {
        return reason.operator().length()
                + reason.key().length()
                + reason.rule().length()
                + reason.detail().length();
    }

    /**
     * Builds the result and forgets what was gathered, so that another attempt can use this object.
     * Returns null if the attempt is to be repeated.
     */
    @Nullable TransactionResult<T> take(
            Attempt<?> attempt, Decision decision, AttemptDescriptions known) {
        List<StateUpdate> installed = takeInstalled();
        List<T> elements = emitted.take();
        List<AbortReason> why = reasons;
        int[] ofElements = numbers;
        int[] ofReasons = reasonNumbers;
        List<BatchParts.Rejection> rejected = rejections;
        numbers = null;
        reasonNumbers = null;
        rejections = List.of();
        emittedCount = 0;
        number = 0;
        answers = List.of();
        reasons = List.of();
        reasonChars = 0;
        bytes = 0;
        exceeds = false;
        triggered = 0;
        triggersTooMany = false;
        rewritten = 0;
        int slot = attempt.slot();
        if (decision == Decision.RETRY) {
            known.takeElement(slot, null);
            known.forgetBatch(slot);
            return null;
        }
        Batch batch = known.batch(slot);
        List<AbortReason> given = known.reasons(slot);
        if (given != null && decision == Decision.COMMIT) {
            return ofRemoval(attempt, known, given, installed);
        }
        boolean committed = decision == Decision.COMMIT;
        Outcome outcome = committed ? Outcome.COMMITTED : Outcome.ABORTED;
        if (batch != null) {
            List<BatchElement<T>> parts =
                    BatchParts.sorted(
                            batch.keys(),
                            committed ? elements : List.of(),
                            ofElements,
                            committed ? rejected : List.of());
            return new TransactionResult<>(
                    new TransactionId(known.transactionId(slot, attempt.timestamp())),
                    known.entrance(slot),
                    known.key(slot),
                    new ExecutionTimestamp(attempt.timestamp()),
                    outcome,
                    known.attempts(slot),
                    committed ? List.of() : ofElements(why, batch, ofReasons),
                    committed ? installed : List.of(),
                    BatchParts.emitted(parts),
                    null,
                    parts);
        }
        Object entered = known.takeElement(slot, outcome);
        return new TransactionResult<>(
                new TransactionId(known.transactionId(slot, attempt.timestamp())),
                known.entrance(slot),
                known.key(slot),
                new ExecutionTimestamp(attempt.timestamp()),
                outcome,
                known.attempts(slot),
                committed ? List.of() : why,
                committed ? installed : List.of(),
                committed ? elements : List.of(),
                entered == null ? null : InputColumn.element(entered));
    }

    /** Reasons that name the elements for which the batch was aborted. */
    private static List<AbortReason> ofElements(
            List<AbortReason> reasons, Batch batch, int @Nullable [] numbers) {
        List<AbortReason> named = new ArrayList<>(reasons.size());
        for (int i = 0; i < reasons.size(); i++) {
            int number = numbers == null ? 0 : numbers[i];
            named.add(AbortReasons.ofElement(reasons.get(i), batch.keys().get(number), number));
        }
        return named;
    }

    /**
     * The result of a timer whose transaction has aborted, and which is gone now. It tells what was
     * installed for that, for a log.
     */
    private TransactionResult<T> ofRemoval(
            Attempt<?> attempt,
            AttemptDescriptions known,
            List<AbortReason> why,
            List<StateUpdate> installed) {
        int slot = attempt.slot();
        return new TransactionResult<>(
                new TransactionId(known.transactionId(slot, attempt.timestamp())),
                known.entrance(slot),
                known.key(slot),
                new ExecutionTimestamp(attempt.timestamp()),
                Outcome.ABORTED,
                known.attempts(slot),
                why,
                installed,
                List.of());
    }

    private List<StateUpdate> takeInstalled() {
        if (last == null) {
            return updates.take();
        }
        List<StateUpdate> installed = List.copyOf(last.values());
        last = null;
        return installed;
    }
}
