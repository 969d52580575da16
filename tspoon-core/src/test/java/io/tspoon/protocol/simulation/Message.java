/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Vote;
import io.tspoon.protocol.commit.DecisionBatch;
import io.tspoon.protocol.commit.Weight;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Set;

/** What travels in the channels. */
sealed interface Message {
    /** An attempt, as every message names it. */
    record AttemptName(int coordinator, int slot, long timestamp) {}

    /** A decision as a participant hears of it. */
    record Decided(int slot, long timestamp, Decision decision) {}

    /**
     * From an open operator to a participant: what was gathered since the last one.
     *
     * @param greeting whether the coordinator joins, and must be answered
     * @param durable what the participant has decided alone up to there is durable
     * @param promise up to there the coordinator will send nothing more
     */
    record Round(
            int coordinator,
            boolean greeting,
            List<Decided> decisions,
            List<Fragment> fragments,
            long decisionBatch,
            long lowTimestamp,
            long durable,
            long promise,
            long priority)
            implements Message {
        boolean isEmpty() {
            return !greeting && decisions.isEmpty() && fragments.isEmpty();
        }
    }

    /** From a participant to a later one: what one message brought about. */
    record Forward(int participant, List<Fragment> fragments, long promise) implements Message {}

    /**
     * An element with its share of the attempt.
     *
     * @param last whether everybody else has voted for the commit
     * @param speculative whether the sender says that it derives from a tentative version
     * @param origins whose versions it derives from, for judges only
     */
    record Fragment(
            AttemptName attempt,
            Element element,
            long weight,
            boolean last,
            boolean speculative,
            Set<Long> origins) {
        /** Whether nobody else votes, but for those who have voted for the commit. */
        boolean votesLast() {
            return last || weight == Weight.WHOLE;
        }
    }

    /** Nothing of before the checkpoint will come through this input any more. */
    record Barrier(int input) implements Message {}

    /**
     * A share of an attempt that has ended at a participant, or that no participant has seen.
     *
     * @param participant where it has ended
     * @param held whether the participant holds something for the attempt
     * @param source the attempt whose tentative version it has seen; null if none
     * @param rejected the element of a batch that is rejected; null if none is
     */
    record Report(
            AttemptName attempt,
            long weight,
            Vote vote,
            int participant,
            boolean held,
            @Nullable AttemptName source,
            @Nullable Update update,
            @Nullable Element rejected,
            long highestSeen)
            implements Message {
        /** The participant of a report of an open operator. */
        static final int NOBODY = -1;
    }

    /** A tentative value. */
    record Update(Location location, @Nullable Value value) {}

    /** The participant has applied the decisions up to the batch. */
    record Acknowledgement(int participant, long batch, long highestSeen) implements Message {}

    /** The lowest priority that the participant has heard of. */
    record PriorityNotice(int participant, long priority, long highestSeen) implements Message {}

    /**
     * From a close operator to its open operator.
     *
     * @param replies number of rounds that participants have answered
     * @param triggeringSlots the transactions that have committed, if they may trigger others
     */
    record Feedback(
            int replies,
            @Nullable DecisionBatch decisions,
            List<Integer> triggeringSlots,
            List<Integer> releasedSlots,
            List<PriorityNotice> notices,
            long highestSeen)
            implements Message {}
}
