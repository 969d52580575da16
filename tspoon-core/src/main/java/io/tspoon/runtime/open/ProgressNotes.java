/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.commit.DecisionBatch;

/**
 * What participants have to be told of a coordinator's progress, and what they know already: up to
 * where everything is decided, up to where everything was sent, and up to where their own decisions
 * are durable.
 *
 * <p>Each block carries this in its header. If a header is due, all participants get one with the
 * next round, be there anything else for them or not. Confined to the mailbox thread.
 */
final class ProgressNotes {
    private boolean headerDue;

    /** All participants know that everything up to this timestamp is decided. */
    private long announcedLow;

    /** The lowest and the highest timestamp above {@link #announcedLow} that participants await. */
    private long lowestAwaited = Long.MAX_VALUE;

    private long highestAwaited;

    /** The highest promise that all participants have received. */
    private long promisedToAll;

    /** By participant: everything that it has decided alone up to this timestamp is durable. */
    private final long[] durableUpTo;

    /** By participant: the value of {@link #durableUpTo} that it was told last. */
    private final long[] announcedDurable;

    private boolean durableDue;

    ProgressNotes(int participants) {
        durableUpTo = new long[participants];
        announcedDurable = new long[participants];
    }

    int participants() {
        return durableUpTo.length;
    }

    /** Has every participant get a header. */
    void headerToAll() {
        headerDue = true;
    }

    /** Whether somebody has to be told something. */
    boolean areDue() {
        return headerDue || durableDue;
    }

    /** Whether this participant has to be told something. */
    boolean areDueFor(int participant) {
        return headerDue || announcedDurable[participant] < durableUpTo[participant];
    }

    // ------------------------------------------------------------------ what is to be told

    /** A participant waits until everything up to a timestamp is decided. */
    void awaitLow(long timestamp) {
        if (timestamp > announcedLow) {
            lowestAwaited = Math.min(lowestAwaited, timestamp);
            highestAwaited = Math.max(highestAwaited, timestamp);
        }
    }

    /** Whether a participant waits to hear what is reached with this timestamp. */
    boolean isLowAwaited(long low) {
        return lowestAwaited <= low;
    }

    /** Whether not all participants were promised what some of them wait for. */
    boolean isPromiseAwaited(long timestamp) {
        return promisedToAll < timestamp;
    }

    /**
     * Everything that a participant has decided alone up to a timestamp is durable.
     *
     * @param participant may be {@link DecisionBatch#NOBODY} or {@link DecisionBatch#EVERYBODY}
     */
    void markDurable(int participant, long upTo) {
        if (participant == DecisionBatch.EVERYBODY) {
            for (int i = 0; i < durableUpTo.length; i++) {
                markDurable(i, upTo);
            }
        } else if (participant != DecisionBatch.NOBODY && upTo > durableUpTo[participant]) {
            durableUpTo[participant] = upTo;
            durableDue = true;
        }
    }

    // ------------------------------------------------------------------ a round goes out

    /** A round goes out with these values; only with a header for all do all learn them. */
    void begin(long low, long promise) {
        if (!headerDue) {
            return;
        }
        promisedToAll = promise;
        announcedLow = low;
        if (lowestAwaited <= low) {
            lowestAwaited = highestAwaited <= low ? Long.MAX_VALUE : highestAwaited;
        }
    }

    /** Up to where the participant's own decisions are durable. It is told now. */
    long announceDurable(int participant) {
        announcedDurable[participant] = durableUpTo[participant];
        return durableUpTo[participant];
    }

    /** The round has gone out. */
    void end() {
        headerDue = false;
        durableDue = false;
    }
}
