/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.LowestValue;
import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.transport.Block;

/**
 * How far the coordinators are, as one instance of a stateful operator has heard.
 *
 * <p>Confined to the mailbox thread.
 */
final class Progress {
    /** Much longer than it takes to decide what is in flight. */
    private static final long FAR = Timestamps.distance(1_000);

    private final LowestValue stable;

    /** What each coordinator was asked to say: when everything up to there is decided. */
    private final long[] asked;

    /** What each coordinator was told with the last question. */
    private final long[] told;

    private long highest = Timestamps.NONE;

    Progress(int coordinators) {
        stable = new LowestValue(coordinators, Timestamps.NONE);
        asked = new long[coordinators];
        told = new long[coordinators];
    }

    /** A timestamp is in use. */
    void seen(long timestamp) {
        highest = Math.max(highest, timestamp);
    }

    /** All transactions of the coordinator up to this timestamp are decided. */
    void decided(int coordinator, long low) {
        stable.set(coordinator, low);
        if (low != Block.NO_MORE) {
            seen(low);
        }
    }

    /** Nothing more comes from the coordinator. */
    void ended(int coordinator) {
        decided(coordinator, Block.NO_MORE);
    }

    boolean hasEnded(int coordinator) {
        return stable.get(coordinator) == Block.NO_MORE;
    }

    /** All transactions up to this timestamp are applied here. */
    long stable() {
        return stable.lowest();
    }

    /** Highest timestamp that was seen here. */
    long highest() {
        return highest;
    }

    /**
     * Whether the coordinator has to be asked to say when everything up to there is decided. The
     * question tells the highest timestamp that was seen here, and moves a clock that far. So it is
     * asked once for each timestamp, but once more when that was seen if it had not been before:
     * the clocks of others may be ahead.
     */
    boolean mustAsk(int coordinator, long timestamp) {
        boolean wasAsked = asked[coordinator] >= timestamp;
        boolean wasTold = told[coordinator] >= timestamp || highest < timestamp;
        if (stable.get(coordinator) >= timestamp || (wasAsked && wasTold)) {
            return false;
        }
        asked[coordinator] = Math.max(asked[coordinator], timestamp);
        told[coordinator] = highest;
        return true;
    }

    /**
     * Whether the stable timestamp is so far behind that it matters how much memory that costs:
     * what was accessed above it stays. For each block, so it is a comparison only.
     */
    boolean isFarBehind() {
        return highest - stable.lowest() > FAR;
    }

    /**
     * Whether the coordinator is so far behind, and has to be told: it may have a slow clock and no
     * input, so that nobody else tells it. Once until it has come as far as it was told; one that
     * has not begun yet begins above what it will hear.
     */
    boolean mustWake(int coordinator) {
        long low = stable.get(coordinator);
        if (low == Timestamps.NONE || low < told[coordinator] || highest - low <= FAR) {
            return false;
        }
        told[coordinator] = highest;
        return true;
    }
}
