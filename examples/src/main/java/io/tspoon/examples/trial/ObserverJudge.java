/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import io.tspoon.transaction.Durability;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares what the observer saw with the final results.
 *
 * <p>With {@link Durability#LOG} every observation must match the final result, whenever it was
 * made. With {@link Durability#CHECKPOINT} only the last observation of each transaction must; what
 * was seen before a crash may have been revoked. With both, a transaction is seen at most once
 * between two crashes, and at least once by the end.
 */
final class ObserverJudge {
    private final Durability durability;
    private final Violations violations;
    private final Map<Long, Observation> last = new HashMap<>();
    private long repeated;
    private long revoked;

    ObserverJudge(Durability durability, Violations violations) {
        this.durability = durability;
        this.violations = violations;
    }

    /**
     * @param observations observations in the order of arrival within each epoch
     * @param results final results by number of the transfer
     */
    void judge(List<Observation> observations, Map<Long, Settled> results) {
        for (Observation observation : observations) {
            Settled seen = observation.settled();
            Settled result = results.get(seen.number());
            if (result == null) {
                violations.add("Seen, but without a result in the end: " + words(observation));
            } else {
                compare(observation, result);
                follow(observation);
            }
        }
        for (Settled result : results.values()) {
            Observation seen = last.get(result.number());
            if (seen == null) {
                violations.add("Never seen by the observer: " + result.line());
            } else if (durability == Durability.CHECKPOINT && !seen.settled().equals(result)) {
                violations.add(
                        "Not what was seen last: " + words(seen) + ", in the end " + result.line());
            }
        }
    }

    /** How often the observer saw a transaction again with the same result. */
    long repeated() {
        return repeated;
    }

    /** How many observations do not match the final result. */
    long revoked() {
        return revoked;
    }

    private void compare(Observation observation, Settled result) {
        if (observation.settled().equals(result)) {
            return;
        }
        revoked++;
        if (durability == Durability.LOG) {
            violations.add(
                    "Seen, and revoked by a crash: "
                            + words(observation)
                            + ", in the end "
                            + result.line());
        }
    }

    private void follow(Observation observation) {
        long number = observation.settled().number();
        Observation before = last.get(number);
        if (before == null) {
            last.put(number, observation);
            return;
        }
        if (before.epoch() == observation.epoch()) {
            violations.add(
                    "Seen twice with no crash in between: "
                            + words(before)
                            + " and "
                            + words(observation));
        }
        if (before.settled().equals(observation.settled())) {
            repeated++;
        }
        if (before.epoch() < observation.epoch()) {
            last.put(number, observation);
        }
    }

    private static String words(Observation observation) {
        return observation.settled().line() + " (seen after crash " + observation.epoch() + ")";
    }
}
