/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.log.InputIdentity;
import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.protocol.DecisionBatch;
import io.tspoon.protocol.Timestamps;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * What the close operator tells the open operator of the same slot. Immutable once sent.
 *
 * @param participant the participant whose block gave rise to it; -1 for the open operator itself
 * @param replies how many blocks of the coordinator that participant has answered
 * @param priority lowest id that asks for priority, as the participant sees it
 * @param awaitedLow the participant waits until everything up to this timestamp is decided
 * @param highestTimestamp highest timestamp that the participant has seen
 * @param decisions attempts that were decided, and whose decision somebody has to hear of; null if
 *     none
 * @param released slots whose attempts are over; those that no decision was sent for are committed
 *     or aborted, and need not be repeated
 * @param claimed inputs of an earlier run that came to another coordinator
 */
public record Feedback(
        int participant,
        int replies,
        long priority,
        long highestTimestamp,
        long awaitedLow,
        @Nullable DecisionBatch decisions,
        int[] released,
        List<InputIdentity> claimed) {
    private static final int[] NONE = {};

    /** Attempts are over, and there is nothing else to say. */
    public static Feedback released(int[] slots) {
        return new Feedback(
                -1,
                0,
                AdmissionWindow.NO_PRIORITY,
                Timestamps.NONE,
                Timestamps.NONE,
                null,
                slots,
                List.of());
    }

    /** What close says when open greets it. */
    public static Feedback greeted() {
        return new Feedback(
                -1,
                1,
                AdmissionWindow.NO_PRIORITY,
                Timestamps.NONE,
                Timestamps.NONE,
                null,
                NONE,
                List.of());
    }

    /** Whether it is {@link #greeted}, and not the answer of a participant. */
    public boolean isGreeted() {
        return participant < 0 && replies > 0;
    }
}
