/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.order.ArrivalOrder;

/**
 * Whether a coordinator may begin transactions: only while all participants know that it is there.
 * It joins, and belongs to them once all have answered; it may leave and join again; and it ends
 * once.
 *
 * <p>Confined to the mailbox thread.
 */
final class Membership {
    private enum Standing {
        /** Not all have answered that they know of it. */
        JOINING,
        /** All have answered, but it may not begin anything yet. */
        ANSWERED,
        BELONGING,
        /** It begins nothing more, but may not leave yet. */
        LEAVING,
        /** Nobody waits for it. */
        LEFT
    }

    private final PartMarks marks;
    private Standing standing = Standing.JOINING;
    private boolean met;
    private boolean ended;

    Membership(PartMarks marks) {
        this.marks = marks;
    }

    void join() {
        standing = Standing.JOINING;
    }

    /** Begins to leave, unless it has left. */
    void leave() {
        if (standing != Standing.LEFT) {
            standing = Standing.LEAVING;
            advance();
        }
    }

    /**
     * Goes on as far as it may.
     *
     * @return whether it has left now
     */
    boolean advance() {
        if (standing == Standing.ANSWERED && marks.mayBegin()) {
            standing = Standing.BELONGING;
        }
        boolean leaves = standing == Standing.LEAVING && marks.mayLeave();
        if (leaves) {
            standing = Standing.LEFT;
        }
        return leaves;
    }

    void end() {
        ended = true;
    }

    /** The close operator and all participants have answered whatever was sent to them. */
    void allHaveAnswered() {
        met = true;
        if (standing == Standing.JOINING) {
            standing = Standing.ANSWERED;
            advance();
        }
    }

    /** Whether it waits for answers. */
    boolean isJoining() {
        return standing == Standing.JOINING;
    }

    boolean isLeaving() {
        return standing == Standing.LEAVING;
    }

    boolean isGreeted() {
        return standing == Standing.BELONGING;
    }

    boolean hasLeft() {
        return standing == Standing.LEFT;
    }

    /** Whether all have answered at least once. */
    boolean hasMet() {
        return met;
    }

    boolean hasEnded() {
        return ended;
    }

    /**
     * Up to where all attempts have been sent by the end of a round.
     *
     * @param highest the highest timestamp given so far
     */
    long promise(long highest) {
        if (ended) {
            return ArrivalOrder.LEFT;
        }
        return switch (standing) {
            case JOINING -> Timestamps.NONE;
            case ANSWERED, BELONGING, LEAVING -> highest;
            case LEFT -> ArrivalOrder.LEFT;
        };
    }
}
