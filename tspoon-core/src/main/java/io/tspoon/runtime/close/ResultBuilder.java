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

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gathers the result of one attempt. */
final class ResultBuilder<T> {
    private static final int EXPECTED = 2;

    private final ArrayList<StateUpdate> updates = new ArrayList<>(EXPECTED);
    private final ArrayList<T> emitted = new ArrayList<>(EXPECTED);
    private List<AbortReason> reasons = List.of();
    private boolean rewritten;

    void addUpdate(StateUpdate update, boolean again) {
        updates.add(update);
        rewritten |= again;
    }

    void addElement(T element) {
        emitted.add(element);
    }

    void addReason(AbortReason reason) {
        if (reasons.isEmpty()) {
            reasons = new ArrayList<>(1);
        }
        reasons.add(reason);
    }

    /** Builds the result and hands its lists over. */
    TransactionResult<T> take(Attempt<?> attempt, Decision decision, CoordinatorLink link) {
        int slot = attempt.slot();
        int attempts = link.attempts(slot);
        String key = link.key(slot);
        TransactionId transactionId = new TransactionId(link.transactionId(slot));
        ExecutionTimestamp timestamp = new ExecutionTimestamp(attempt.timestamp());
        if (decision == Decision.COMMIT) {
            List<StateUpdate> installed = rewritten ? lastOfEachKey() : updates;
            return new TransactionResult<>(
                    transactionId,
                    key,
                    timestamp,
                    Outcome.COMMITTED,
                    attempts,
                    List.of(),
                    installed,
                    emitted);
        }
        return new TransactionResult<>(
                transactionId,
                key,
                timestamp,
                Outcome.ABORTED,
                attempts,
                reasons,
                List.of(),
                List.of());
    }

    /** Logs the result as it will leave the t-graph. */
    void log(Attempt<?> attempt, Decision decision, CoordinatorLink link, OutcomeWriter outcomes)
            throws IOException {
        boolean committed = decision == Decision.COMMIT;
        List<StateUpdate> installed = rewritten ? lastOfEachKey() : updates;
        outcomes.write(
                link,
                attempt,
                committed ? Outcome.COMMITTED : Outcome.ABORTED,
                committed ? List.of() : reasons,
                committed ? installed : List.of(),
                committed ? emitted : List.of());
    }

    private record Place(String operator, Object key) {}

    private List<StateUpdate> lastOfEachKey() {
        Map<Place, StateUpdate> last = new LinkedHashMap<>();
        for (StateUpdate update : updates) {
            last.put(new Place(update.operator(), update.key()), update);
        }
        return new ArrayList<>(last.values());
    }
}
