/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Measures how long decisions wait for the log, from when they are appended until they are durable:
 * of one batch at a time, so that it costs a reading of the clock for each flush at most. Of a log
 * that hangs nothing becomes durable, so nothing is measured: {@link #openNanos} tells of it.
 *
 * <p>Threads: {@link #appended} is for the close operator's thread, {@link #durable} for that of
 * the log, {@link #segmentBegins} and {@link #segmentBegan} for that of the open operator, {@link
 * #openNanos} for any.
 */
final class LogWaits {
    private static final long NONE = -1;

    private final LongSupplier nanoTime;
    private long beganNanos;

    /** The ticket that is measured, or {@link #NONE}; what is set before it is seen after it. */
    private volatile long ticket = NONE;

    private volatile LongConsumer listener = nanos -> {};

    /** When the log began to owe something, set before {@link #lastAppended}. */
    private long owesNanos;

    private volatile long lastAppended;

    /** When something became durable last, set before {@link #lastDurable}. */
    private long durableNanos;

    private volatile long lastDurable;

    /** Since when a segment begins, set before {@link #beginsSegment}. */
    private long segmentNanos;

    private volatile boolean beginsSegment;

    /**
     * @param nanoTime the time, on the clock of {@link System#nanoTime}
     */
    LogWaits(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.durableNanos = nanoTime.getAsLong();
    }

    /** Who hears of each wait, in nanoseconds, on a thread of the log. */
    void listener(LongConsumer heard) {
        listener = heard;
    }

    void appended(long batch) {
        boolean owesNothing = lastAppended <= lastDurable;
        boolean measures = ticket == NONE;
        if (owesNothing || measures) {
            long now = nanoTime.getAsLong();
            owesNanos = owesNothing ? now : owesNanos;
            if (measures) {
                beganNanos = now;
                ticket = batch;
            }
        }
        lastAppended = batch;
    }

    void durable(long upTo) {
        long now = nanoTime.getAsLong();
        durableNanos = now;
        lastDurable = upTo;
        long measured = ticket;
        if (measured != NONE && measured <= upTo) {
            listener.accept(now - beganNanos);
            ticket = NONE;
        }
    }

    /** A segment is about to begin; nothing else waits. */
    void segmentBegins() {
        segmentNanos = nanoTime.getAsLong();
        beginsSegment = true;
    }

    void segmentBegan() {
        beginsSegment = false;
    }

    /**
     * For how long the log has owed something and made nothing durable, or begun a segment; 0 if it
     * owes nothing. So in the oldest wait, what passed before the last flush was durable is left
     * out.
     */
    long openNanos() {
        boolean begins = beginsSegment;
        if (!begins && lastAppended <= lastDurable) {
            return 0;
        }
        long now = nanoTime.getAsLong();
        long open = begins ? now - segmentNanos : Math.min(now - owesNanos, now - durableNanos);
        return Math.max(0, open);
    }
}
