/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Compares what callers were answered with the final results.
 *
 * <p>Callers repeat a call until it is answered, and wait until the answer is durable. So each call
 * must have been answered, and each answer must be the result, of which the sink holds one.
 */
final class CallJudge {
    private final Violations violations;

    CallJudge(Violations violations) {
        this.violations = violations;
    }

    /**
     * @param results final results by number of the transfer
     */
    void judge(CallHistory history, Map<Long, Settled> results) {
        Set<Long> unanswered = new HashSet<>(history.sent());
        for (CallAnswer answer : history.answers()) {
            unanswered.remove(answer.number());
            check(answer, results.get(answer.number()));
        }
        for (long number : unanswered) {
            violations.add("A call was never answered: " + number);
        }
        history.unexpected()
                .forEach(words -> violations.add("A call failed for no reason: " + words));
    }

    private void check(CallAnswer answer, @Nullable Settled result) {
        if (result == null) {
            violations.add("Answered, but without a result in the end: " + answer);
        } else if (!answer.agreesWith(result)) {
            violations.add("Not what the call was answered: " + answer + ", " + result.line());
        }
        if (answer.timestamp() <= answer.after()) {
            violations.add("Executed before what its caller had seen: " + answer);
        }
    }
}
