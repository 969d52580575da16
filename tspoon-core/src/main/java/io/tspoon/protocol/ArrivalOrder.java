/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import java.util.Arrays;

/**
 * Tells a participant how far all that can arrive has arrived; serves PL4.
 *
 * <p>Every sender promises from time to time that nothing with a timestamp up to some bound will
 * come from it any more. Accesses up to the lowest promise can be submitted in the order of their
 * timestamps without any coming too late. So entry order needs no sequencer: each participant
 * merges its own inputs.
 *
 * <p>A sender that has nothing to send leaves, so that nobody waits for it, and joins before it
 * sends again: the participant tells it the highest timestamp that it has seen or promised to
 * others, and the sender stays above what all participants have told it. A worked sequence with two
 * coordinators A and B:
 *
 * <pre>
 *   A promises 20, B promises 10    goes on up to 10
 *   B leaves                        goes on up to 20
 *   A promises 50                   goes on up to 50; the highest seen is 50
 *   B joins                         goes on up to 50: B will use higher timestamps only
 *   A promises 90                   still 50, until B promises more
 * </pre>
 *
 * <p>Confined to the thread of the participant. Source: TSpoon, section 4.2.1, has one sequencer
 * for each operator instead; the merge is that of Flink's event time.
 */
public final class ArrivalOrder {
    /** The promise of a sender that has left: nothing will come before it joins again. */
    public static final long LEFT = Long.MAX_VALUE;

    private final LowestValue promises;
    private final long[] asked;
    private long promisedToOthers = Timestamps.NONE;

    /**
     * @param senders number of senders, each of which has to join before anything goes on
     */
    public ArrivalOrder(int senders) {
        promises = new LowestValue(senders, Timestamps.NONE);
        asked = new long[senders];
        Arrays.fill(asked, Timestamps.NONE);
    }

    /**
     * A sender joins.
     *
     * @param highestSeen what the sender is told to stay above
     */
    public void joined(int sender, long highestSeen) {
        promises.set(sender, highestSeen);
    }

    /** A sender promises to send nothing with a timestamp up to the bound; lower ones are void. */
    public void promised(int sender, long upTo) {
        if (upTo > promises.get(sender)) {
            promises.set(sender, upTo);
        }
    }

    /** Nothing with a timestamp up to this one can arrive any more. */
    public long complete() {
        return promises.lowest();
    }

    /**
     * Whether a sender has to be asked for a promise, because something waits for it; true once for
     * each timestamp that waits.
     *
     * @param waiting lowest timestamp that waits
     */
    public boolean mustAsk(int sender, long waiting) {
        if (!needsAsking(sender, waiting)) {
            return false;
        }
        asked[sender] = waiting;
        return true;
    }

    /** As {@link #mustAsk}, but nobody is asked yet: says the same until somebody is. */
    public boolean needsAsking(int sender, long waiting) {
        return promises.get(sender) < waiting && asked[sender] < waiting;
    }

    /**
     * What the participant itself may promise to those after it; never goes back.
     *
     * @param pending lowest timestamp of what it has not yet sent on; {@link #LEFT} if nothing is
     */
    public long promise(long pending) {
        long complete = promises.lowest();
        long upTo = pending == LEFT ? complete : Math.min(complete, pending - 1);
        if (upTo != LEFT && upTo > promisedToOthers) {
            promisedToOthers = upTo;
        }
        return promisedToOthers;
    }
}
