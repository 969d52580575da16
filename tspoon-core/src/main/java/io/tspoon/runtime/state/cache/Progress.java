/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.order.LowestValue;
import io.tspoon.runtime.transport.FromCoordinator;

import org.apache.flink.annotation.Internal;

/**
 * How far the coordinators are, as known to one instance of a stateful operator.
 *
 * <p>Confined to the mailbox thread.
 */
@Internal
public final class Progress {
    /** Much longer than it takes to decide what is in flight. */
    private static final long FAR = Timestamps.distance(1_000);

    private final LowestValue stable;

    /**
     * By coordinator: the highest timestamp for which it was asked to say when everything up to it
     * is decided.
     */
    private final long[] asked;

    /** By coordinator: the highest timestamp that the last question told it. */
    private final long[] told;

    private long highest = Timestamps.NONE;

    /** Up to where what is decided is applied here. */
    private long applied = Long.MAX_VALUE;

    public Progress(int coordinators) {
        stable = new LowestValue(coordinators, Timestamps.NONE);
        asked = new long[coordinators];
        told = new long[coordinators];
    }

    /** Notes a timestamp that is in use. */
    public void seen(long timestamp) {
        highest = Math.max(highest, timestamp);
    }

    /** All transactions of the coordinator up to this timestamp are decided. */
    public void decided(int coordinator, long low) {
        stable.set(coordinator, low);
        if (low != FromCoordinator.NO_MORE) {
            seen(low);
        }
    }

    /** Nothing more comes from the coordinator. */
    public void ended(int coordinator) {
        decided(coordinator, FromCoordinator.NO_MORE);
    }

    public boolean hasEnded(int coordinator) {
        return stable.get(coordinator) == FromCoordinator.NO_MORE;
    }

    /** All transactions up to this timestamp are applied here. */
    public long stable() {
        return Math.min(applied, stable.lowest());
    }

    /**
     * What is decided up to there is applied here. Said if it is not applied as soon as it is heard
     * of.
     */
    public void applied(long upTo) {
        applied = upTo;
    }

    /** Highest timestamp that was seen here. */
    public long highest() {
        return highest;
    }

    /**
     * Whether to ask the coordinator to say when everything up to a timestamp is decided.
     *
     * <p>The question carries the highest timestamp that was seen here and moves the coordinator's
     * clock that far. So one question for each timestamp is enough, unless the timestamp had not
     * been seen here when the question went out, because the clocks of others may be ahead: then
     * the question is repeated once the timestamp has been seen.
     */
    public boolean mustAsk(int coordinator, long timestamp) {
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
     * Whether the stable timestamp is so far behind that memory becomes a concern, because
     * everything accessed above it stays. Called for each block, so it is only a comparison.
     */
    public boolean isFarBehind() {
        return highest - stable.lowest() > FAR;
    }

    /**
     * Whether the coordinator is that far behind and has to be told. It may have a slow clock and
     * no input, so that nobody else tells it. True only once until the coordinator has come as far
     * as it was told. A coordinator that has not begun yet is left alone, as it begins above what
     * it will be told.
     */
    public boolean mustWake(int coordinator) {
        long low = stable.get(coordinator);
        if (low == Timestamps.NONE || low < told[coordinator] || highest - low <= FAR) {
            return false;
        }
        told[coordinator] = highest;
        return true;
    }
}
