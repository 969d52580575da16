/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import org.apache.flink.streaming.api.watermark.Watermark;
import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Holds back each event-time watermark until every transaction admitted before it is complete, so
 * that no result is late because of its transaction.
 *
 * <p>The number of admissions before a watermark is compared with the number of the oldest
 * transaction in flight. Under load, watermarks are merged, so that at most {@link #LIMIT} are
 * held. An input that becomes idle also counts as active until its transactions are complete;
 * otherwise the time of other inputs would overtake their results. What a log repeats is sent on
 * before any watermark arrives. If calls come beside the input, time ends with them, not before.
 */
final class WatermarkGate {
    private static final int LIMIT = 64;

    private record Held(Watermark mark, long after) {}

    private final Consumer<Watermark> output;
    private final Runnable idle;
    private final boolean hasCalls;
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private boolean idleHeld;
    private long idleAfter;

    /** The highest time that has arrived, except for the end of time. */
    private long arrived = Long.MIN_VALUE;

    private boolean inputEnded;

    /**
     * @param output takes the watermarks that pass
     * @param idle is run when the input counts as idle
     * @param hasCalls whether calls come, which have no time of their own
     */
    WatermarkGate(Consumer<Watermark> output, Runnable idle, boolean hasCalls) {
        this.output = output;
        this.idle = idle;
        this.hasCalls = hasCalls;
    }

    boolean isHolding() {
        return idleHeld || !held.isEmpty();
    }

    /**
     * A watermark arrives.
     *
     * @param admitted number of transactions admitted before it
     * @param oldest number of the oldest transaction in flight; {@link Long#MAX_VALUE} if there is
     *     none
     */
    void arrived(Watermark mark, long admitted, long oldest) {
        if (hasCalls) {
            if (mark.equals(Watermark.MAX_WATERMARK)) {
                inputEnded = true; // calls may still come
                return;
            }
            arrived = Math.max(arrived, mark.getTimestamp());
        }
        if (held.size() == LIMIT) {
            held.removeLast();
        }
        held.add(new Held(mark, admitted));
        advance(oldest);
    }

    /** The time of a call that comes now, by the clock if the input is not ahead of that. */
    long timeOfCall(long clockMs) {
        return Math.max(clockMs, arrived + 1);
    }

    /** Neither elements nor calls follow, and nothing is in flight: time may end. */
    void callsEnded() {
        if (inputEnded) {
            output.accept(Watermark.MAX_WATERMARK);
        }
    }

    /** The input becomes idle; the parameters are those of {@link #arrived}. */
    void fellIdle(long admitted, long oldest) {
        idleHeld = true;
        idleAfter = admitted;
        advance(oldest);
    }

    /**
     * The input is active again.
     *
     * @return false if nobody was told that it was idle
     */
    boolean becameActive() {
        boolean told = !idleHeld;
        idleHeld = false;
        return told;
    }

    /** Lets everything pass that no transaction in flight holds back any more. */
    void advance(long oldest) {
        Held head = held.peek();
        @Nullable Watermark passing = null;
        while (head != null && head.after < oldest) {
            passing = head.mark;
            held.remove();
            head = held.peek();
        }
        if (passing != null) {
            output.accept(passing);
        }
        if (idleHeld && idleAfter < oldest) {
            idleHeld = false;
            idle.run();
        }
    }
}
