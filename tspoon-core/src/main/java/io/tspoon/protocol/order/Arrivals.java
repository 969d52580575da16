/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.order;

import org.apache.flink.annotation.Internal;

/**
 * Tells a participant up to which timestamp everything has arrived that will run before what comes
 * later. Senders are the coordinators, then the participants before this one.
 *
 * <p>Confined to the thread of the participant.
 */
@Internal
public interface Arrivals {
    /** The promise of a sender that has left: nothing will come before it joins again. */
    long LEFT = Long.MAX_VALUE;

    /**
     * A sender joins.
     *
     * @param highestSeen the timestamp that the sender must stay above
     */
    void joined(int sender, long highestSeen);

    /** A sender promises to send nothing with a timestamp up to the bound. */
    void promised(int sender, long upTo);

    /** Up to this timestamp, accesses can be submitted in timestamp order. */
    long complete();

    /** The sender that has promised least; another one may have promised as little. */
    int lowestSender();

    /**
     * Whether to ask a sender for a promise because something waits for it. Returns true only once
     * for each waiting timestamp.
     *
     * @param waiting lowest timestamp that waits
     */
    boolean mustAsk(int sender, long waiting);

    /**
     * As {@link #mustAsk}, but does not count as asking, so the answer stays true until the sender
     * is asked.
     */
    boolean needsAsking(int sender, long waiting);

    /**
     * The promise that the participant itself may give to later participants; it never decreases.
     *
     * @param pending lowest timestamp that the participant has not yet sent on; {@link #LEFT} if
     *     there is none
     */
    long promise(long pending);
}
