/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.commit.Attempt;
import io.tspoon.runtime.exchange.ExchangedValue;
import io.tspoon.runtime.feedback.AttemptDescriptions;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.plan.InputColumn;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

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
    private List<ExchangedValue<?, ?>> answers = List.of();
    private List<AbortReason> reasons = List.of();
    private int reasonChars;
    private long bytes;
    private boolean exceeds;

    /** The last update of each key, once a key was written again; null before that. */
    private @Nullable Map<Place, StateUpdate> last;

    private record Place(String state, Object key) {}

    /** Adds an update. If the key was written before, only this update stays. */
    void addUpdate(StateUpdate update, boolean again) {
        if (again && last == null) {
            last = new LinkedHashMap<>();
            updates.take().forEach(this::replace);
        }
        if (last == null) {
            updates.add(update);
        } else {
            replace(update);
        }
    }

    private void replace(StateUpdate update) {
        Objects.requireNonNull(last).put(new Place(update.state(), update.key()), update);
    }

    void addElement(T element) {
        emitted.add(element);
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

    /** Adds a reason, unless very many have been added. */
    void addReason(AbortReason reason) {
        if (reasons.size() == MAX_REASONS || reasonChars >= MAX_REASON_CHARS) {
            return;
        }
        if (reasons.isEmpty()) {
            reasons = new ArrayList<>(1);
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
        answers = List.of();
        reasons = List.of();
        reasonChars = 0;
        bytes = 0;
        exceeds = false;
        int slot = attempt.slot();
        if (decision == Decision.RETRY) {
            known.takeElement(slot, null);
            return null;
        }
        List<AbortReason> given = known.reasons(slot);
        if (given != null && decision == Decision.COMMIT) {
            return ofRemoval(attempt, known, given, installed);
        }
        boolean committed = decision == Decision.COMMIT;
        Outcome outcome = committed ? Outcome.COMMITTED : Outcome.ABORTED;
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
