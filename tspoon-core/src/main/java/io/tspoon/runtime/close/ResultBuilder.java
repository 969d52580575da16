/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.protocol.Attempt;
import io.tspoon.protocol.Decision;
import io.tspoon.runtime.feedback.CoordinatorLink;
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

/**
 * Gathers the result of one attempt. Most have one or two updates and elements, which take no list
 * before they are handed over.
 */
final class ResultBuilder<T> {
    private static final int EXPECTED = 8;

    private @Nullable StateUpdate firstUpdate;
    private @Nullable StateUpdate secondUpdate;

    /** All updates, if there are more than two. */
    private @Nullable List<StateUpdate> manyUpdates;

    private @Nullable T firstElement;
    private @Nullable T secondElement;

    /** All elements, if there are more than two. */
    private @Nullable List<T> manyElements;

    private List<AbortReason> reasons = List.of();
    private boolean rewritten;

    /** Forgets everything, for another attempt. */
    void clear() {
        firstUpdate = null;
        secondUpdate = null;
        manyUpdates = null;
        firstElement = null;
        secondElement = null;
        manyElements = null;
        reasons = List.of();
        rewritten = false;
    }

    void addUpdate(StateUpdate update, boolean again) {
        rewritten |= again;
        if (firstUpdate == null) {
            firstUpdate = update;
        } else if (secondUpdate == null) {
            secondUpdate = update;
        } else {
            if (manyUpdates == null) {
                manyUpdates = new ArrayList<>(EXPECTED);
                manyUpdates.add(firstUpdate);
                manyUpdates.add(secondUpdate);
            }
            manyUpdates.add(update);
        }
    }

    void addElement(T element) {
        if (firstElement == null) {
            firstElement = element;
        } else if (secondElement == null) {
            secondElement = element;
        } else {
            if (manyElements == null) {
                manyElements = new ArrayList<>(EXPECTED);
                manyElements.add(firstElement);
                manyElements.add(secondElement);
            }
            manyElements.add(element);
        }
    }

    private static <E> List<E> list(@Nullable E first, @Nullable E second, @Nullable List<E> many) {
        if (many != null) {
            return many;
        }
        if (second != null) {
            return List.of(Objects.requireNonNull(first), second);
        }
        return first == null ? List.of() : List.of(first);
    }

    private List<StateUpdate> installed() {
        List<StateUpdate> updates = list(firstUpdate, secondUpdate, manyUpdates);
        return rewritten ? lastOfEachKey(updates) : updates;
    }

    private List<T> emitted() {
        return list(firstElement, secondElement, manyElements);
    }

    void addReason(AbortReason reason) {
        if (reasons.isEmpty()) {
            reasons = new ArrayList<>(1);
        }
        reasons.add(reason);
    }

    /** Builds the result and hands its lists over; null if the attempt is to be repeated. */
    @Nullable TransactionResult<T> take(
            Attempt<?> attempt, Decision decision, CoordinatorLink link) {
        if (decision == Decision.RETRY) {
            return null;
        }
        int slot = attempt.slot();
        boolean committed = decision == Decision.COMMIT;
        return new TransactionResult<>(
                new TransactionId(link.transactionId(slot)),
                link.key(slot),
                new ExecutionTimestamp(attempt.timestamp()),
                committed ? Outcome.COMMITTED : Outcome.ABORTED,
                link.attempts(slot),
                committed ? List.of() : reasons,
                committed ? installed() : List.of(),
                committed ? emitted() : List.of());
    }

    private record Place(String operator, Object key) {}

    private static List<StateUpdate> lastOfEachKey(List<StateUpdate> updates) {
        Map<Place, StateUpdate> last = new LinkedHashMap<>();
        for (StateUpdate update : updates) {
            last.put(new Place(update.operator(), update.key()), update);
        }
        return new ArrayList<>(last.values());
    }
}
