/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.order;

import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;

import java.util.Arrays;

/**
 * Tells a participant up to which timestamp everything has arrived; serves PL4.
 *
 * <p>Every sender promises from time to time that it will send nothing more with a timestamp up to
 * some bound. Accesses up to the lowest promise can be submitted in timestamp order, and none of
 * them comes too late. So the order of entry needs no sequencer: each participant merges its own
 * inputs.
 *
 * <p>A sender that has nothing to send leaves, so that nobody waits for it, and joins again before
 * it sends. When it joins, every participant tells it the highest timestamp that it has seen or
 * promised to others, and the sender uses only timestamps above all of these. An example with two
 * coordinators A and B:
 *
 * <pre>
 *    A promises 20, B promises 10    goes on up to 10
 *    B leaves                        goes on up to 20
 *    A promises 50                   goes on up to 50; the highest seen is 50
 *    B joins                         goes on up to 50: B will use higher timestamps only
 *    A promises 90                   still 50, until B promises more
 * </pre>
 *
 * <p>Confined to the thread of the participant. TSpoon, section 4.2.1, uses one sequencer for each
 * operator instead; the merge is that of Flink's event time.
 */
@Internal
public final class ArrivalOrder implements Arrivals {
    private final LowestValue promises;
    private final long[] asked;
    private long promisedToOthers = Timestamps.NONE;

    /**
     * @param senders number of senders; nothing goes on before each of them has joined
     */
    public ArrivalOrder(int senders) {
        promises = new LowestValue(senders, Timestamps.NONE);
        asked = new long[senders];
        Arrays.fill(asked, Timestamps.NONE);
    }

    @Override
    public void joined(int sender, long highestSeen) {
        promises.set(sender, highestSeen);
    }

    /** A bound below an earlier promise has no effect. */
    @Override
    public void promised(int sender, long upTo) {
        if (upTo > promises.get(sender)) {
            promises.set(sender, upTo);
        }
    }

    @Override
    public long complete() {
        return promises.lowest();
    }

    @Override
    public int lowestSender() {
        return promises.lowestSender();
    }

    @Override
    public boolean mustAsk(int sender, long waiting) {
        if (!needsAsking(sender, waiting)) {
            return false;
        }
        asked[sender] = waiting;
        return true;
    }

    @Override
    public boolean needsAsking(int sender, long waiting) {
        return promises.get(sender) < waiting && asked[sender] < waiting;
    }

    @Override
    public long promise(long pending) {
        long complete = promises.lowest();
        long upTo = pending == LEFT ? complete : Math.min(complete, pending - 1);
        if (upTo != LEFT && upTo > promisedToOthers) {
            promisedToOthers = upTo;
        }
        return promisedToOthers;
    }
}
