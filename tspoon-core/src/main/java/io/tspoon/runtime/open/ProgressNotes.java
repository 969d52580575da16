/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.Timestamps;
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

    /** Up to where everything is decided. */
    private final Announced low = new Announced();

    /** Up to where everything is durable as well. */
    private final Announced shown = new Announced();

    /** The highest promise that all participants have received. */
    private long promisedToAll;

    /** By participant: everything that it has decided alone up to this timestamp is durable. */
    private final long[] durableUpTo;

    /** By participant: the value of {@link #durableUpTo} that it was told last. */
    private final long[] announcedDurable;

    private boolean durableDue;

    /** A timestamp that rises, as all participants know it. */
    private static final class Announced {
        private long upTo;

        /** The lowest and the highest timestamp above {@link #upTo} that participants await. */
        private long lowestAwaited = Long.MAX_VALUE;

        private long highestAwaited;

        void await(long timestamp) {
            if (timestamp > upTo) {
                lowestAwaited = Math.min(lowestAwaited, timestamp);
                highestAwaited = Math.max(highestAwaited, timestamp);
            }
        }

        boolean isAwaited(long reached) {
            return lowestAwaited <= reached;
        }

        /**
         * The highest awaited timestamp up to this one, as far as is known; NONE if there is none.
         */
        long awaitedUpTo(long reached) {
            if (!isAwaited(reached)) {
                return Timestamps.NONE;
            }
            return highestAwaited <= reached ? highestAwaited : lowestAwaited;
        }

        void announce(long reached) {
            upTo = reached;
            if (lowestAwaited <= reached) {
                lowestAwaited = highestAwaited <= reached ? Long.MAX_VALUE : highestAwaited;
            }
        }
    }

    ProgressNotes(int participants) {
        durableUpTo = new long[participants];
        announcedDurable = new long[participants];
    }

    int participants() {
        return durableUpTo.length;
    }

    /** More is durable, so every participant gets a header unless many blocks are under way. */
    void moreIsShown(long upTo) {
        headerDue |= upTo > shown.upTo;
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

    /** A participant waits until everything up to a timestamp is decided, and perhaps durable. */
    void awaitLow(long timestamp) {
        low.await(timestamp);
        shown.await(timestamp);
    }

    /** Whether a participant waits to hear that one of these timestamps is reached. */
    boolean areAwaited(long ofDecided, long ofShown) {
        return low.isAwaited(ofDecided) || shown.isAwaited(ofShown);
    }

    /**
     * The highest timestamp up to this one that a participant waits for to be shown; {@link
     * Timestamps#NONE} if there is none.
     */
    long awaitedToBeShown(long upTo) {
        return shown.awaitedUpTo(upTo);
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
    void begin(long ofDecided, long ofShown, long promise) {
        if (!headerDue) {
            return;
        }
        promisedToAll = promise;
        low.announce(ofDecided);
        shown.announce(ofShown);
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
