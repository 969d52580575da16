/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.log.InputIdentity;
import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.protocol.DecisionBatch;
import io.tspoon.protocol.Timestamps;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A message from the close operator to the open operator of the same slot. Immutable once sent.
 *
 * @param participant the participant whose block caused it; -1 for the open operator itself
 * @param replies how many blocks of the coordinator that participant has answered
 * @param priority lowest id that asks for priority, as the participant sees it
 * @param highestTimestamp highest timestamp that the participant has seen
 * @param awaitedLow the participant waits until everything up to this timestamp is decided
 * @param decisions decisions of attempts that somebody has to be told; null if there are none
 * @param released slots whose attempts are over; if no decision was sent for an attempt, it is
 *     committed or aborted and need not be repeated
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

    /** Says only that attempts are over. */
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

    /** The answer of close to a greeting of open. */
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

    /** Whether this is {@link #greeted}, not the answer of a participant. */
    public boolean isGreeted() {
        return participant < 0 && replies > 0;
    }
}
