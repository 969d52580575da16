/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.CallException;
import io.tspoon.call.CallKey;
import io.tspoon.call.CallOutcome;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionResult;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What callers were told, and whether it can be true. */
final class CallJournal {
    private final boolean logged;

    /** By call: its answers, in their order. */
    private final Map<CallKey, List<Answer>> answers = new LinkedHashMap<>();

    private record Answer(long digest, CallOutcome outcome) {
        TransactionResult<?> result() {
            return outcome.result();
        }
    }

    CallJournal(boolean logged) {
        this.logged = logged;
    }

    void answered(
            CallKey key, long digest, @Nullable CallOutcome outcome, @Nullable Throwable failure) {
        List<Answer> all = answers.computeIfAbsent(key, any -> new ArrayList<>());
        if (outcome != null) {
            all.add(new Answer(digest, outcome));
        } else if (!(failure instanceof CallException)) {
            throw new AssertionError("a call failed otherwise than it may", failure);
        }
    }

    /** The keys that were called. */
    Set<CallKey> called() {
        return Set.copyOf(answers.keySet());
    }

    /**
     * Checks all answers.
     *
     * @param effects how often each call has taken effect in the end
     */
    List<String> check(Map<CallKey, Integer> effects) {
        List<String> wrong = new ArrayList<>();
        answers.forEach((key, all) -> check(key, all, effects.getOrDefault(key, 0), wrong));
        return wrong;
    }

    private void check(CallKey key, List<Answer> all, int effects, List<String> wrong) {
        if (all.isEmpty()) {
            wrong.add(key + " was never answered");
            return;
        }
        Answer last = all.get(all.size() - 1);
        Answer first = null;
        for (Answer answer : all) {
            if (answer.result().entrance().equals(key.procedure())
                    && answer.result().key().equals(key.transactionKey())) {
                // A later crash may take back what was not durable.
                boolean isFirst = first == null && (logged || answer.outcome().durable());
                first = isFirst ? answer : first;
            } else {
                wrong.add(key + " was told the outcome of another call: " + answer.result());
            }
            if (first != null && !first.result().id().equals(answer.result().id())) {
                wrong.add(key + " had another outcome after " + first + ": " + answer);
            }
            if (first != null && first.digest() != answer.digest()) {
                wrong.add(key + " answers another request: " + answer);
            }
        }
        int expected = last.result().outcome() == Outcome.COMMITTED ? 1 : 0;
        if (effects != expected) {
            wrong.add(key + " took effect " + effects + " times, expected=" + expected);
        }
    }
}
