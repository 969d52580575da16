/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.DecisionBatch;
import io.tspoon.protocol.Vote;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** What travels in the channels. */
sealed interface Message {
    /** An attempt, as every message names it. */
    record AttemptName(int coordinator, int slot, long timestamp) {}

    /** A decision as a participant hears of it. */
    record Decided(int slot, long timestamp, Decision decision) {}

    /** From an open operator to a participant: what was gathered since the last one. */
    record Round(
            int coordinator,
            List<Decided> decisions,
            List<Fragment> fragments,
            long decisionBatch,
            long lowTimestamp,
            long priority)
            implements Message {
        boolean isEmpty() {
            return decisions.isEmpty() && fragments.isEmpty();
        }
    }

    /** An element with its share of the attempt, to a participant. */
    record Fragment(AttemptName attempt, Element element, long weight) implements Message {}

    /**
     * A share of an attempt that has ended at a participant, or that no participant has seen.
     *
     * @param source the attempt whose tentative version it has seen; null if none
     */
    record Report(
            AttemptName attempt,
            long weight,
            Vote vote,
            int holder,
            @Nullable AttemptName source,
            @Nullable Update update,
            long highestSeen)
            implements Message {
        /** The holder of a report whose sender holds nothing. */
        static final int NOBODY = -1;
    }

    /** A tentative value. */
    record Update(Location location, @Nullable Value value) {}

    /** The participant has applied the decisions up to the batch. */
    record Acknowledgement(int participant, long batch, long highestSeen) implements Message {}

    /** The lowest priority that the participant has heard of. */
    record PriorityNotice(int participant, long priority, long highestSeen) implements Message {}

    /** From a close operator to its open operator. */
    record Feedback(
            @Nullable DecisionBatch decisions,
            List<Integer> releasedSlots,
            List<PriorityNotice> notices,
            long highestSeen)
            implements Message {}
}
