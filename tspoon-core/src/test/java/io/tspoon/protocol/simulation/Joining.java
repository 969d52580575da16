/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.order.ArrivalOrder;

/**
 * Whether a coordinator takes part in the entry order, and what it has promised: the part of {@code
 * RoundSender} that serves PL4. Below PL4 it takes part always.
 */
final class Joining {
    private static final int FUTURE = 20;

    private final boolean ordered;
    private final long step;
    private final Fault fault;

    /** Whether the next round asks for answers. */
    private boolean greeting;

    private boolean joined;
    private boolean left;
    private int underWay;

    /** What all participants have been promised. */
    private long promised;

    /** Highest timestamp that any participant has seen; they may wait for a promise up to there. */
    private long awaited;

    /**
     * @param step distance of two timestamps of the coordinator
     */
    Joining(boolean ordered, long step, Fault fault) {
        this.ordered = ordered;
        this.step = step;
        this.fault = fault;
        this.joined = !ordered;
    }

    void join() {
        left = false;
        joined = !ordered || fault == Fault.SENDS_WITHOUT_JOINING && promised > 0;
        greeting = ordered && !joined;
    }

    void leave() {
        left = true;
        joined = false;
    }

    boolean mayBegin() {
        return joined;
    }

    boolean mayLeave() {
        return ordered && joined;
    }

    boolean hasLeft() {
        return left;
    }

    boolean isGreeting() {
        return greeting;
    }

    /** The greeting has been sent to everybody. */
    void greeted() {
        greeting = false;
    }

    void sent(Message.Round round) {
        underWay += round.isEmpty() ? 0 : 1;
    }

    void answered(int replies, long highestSeen) {
        underWay -= replies;
        awaited = Math.max(awaited, highestSeen);
        boolean enough = fault == Fault.SENDS_BEFORE_ALL_ANSWERED ? replies > 0 : underWay == 0;
        if (enough) {
            joined = !ordered || !left;
        }
    }

    /** Whether participants may wait for a promise of this coordinator. */
    boolean isAwaited() {
        return joined && promised < awaited;
    }

    /**
     * Up to where all is sent with this round or before.
     *
     * @param toAll whether all participants hear of it
     */
    long promise(long clock, boolean toAll) {
        long promise = left ? ArrivalOrder.LEFT : joined ? clock : Timestamps.NONE;
        if (toAll || fault == Fault.TAKES_SOME_FOR_ALL) {
            promised = promise;
        }
        return fault == Fault.PROMISES_FUTURE && joined ? clock + FUTURE * step : promise;
    }

    @Override
    public String toString() {
        return (joined ? "joined" : left ? "left" : "joining")
                + ", underWay="
                + underWay
                + ", promised="
                + promised
                + ", awaited="
                + awaited;
    }
}
