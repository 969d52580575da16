/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Measures how long decisions wait for the log, from being appended until they are durable. Only
 * one batch is measured at a time, so each flush costs at most one reading of the clock. While the
 * log hangs, nothing becomes durable and so nothing is measured; {@link #openNanos} shows that.
 *
 * <p>Threads: {@link #appended} is for the close operator's thread, {@link #durable} for that of
 * the log, {@link #segmentBegins} and {@link #segmentBegan} for that of the open operator, {@link
 * #openNanos} for any.
 */
final class LogWaits {
    private static final long NONE = -1;

    private final LongSupplier nanoTime;
    private long beganNanos;

    /** The ticket being measured, or {@link #NONE}. A write to it publishes {@link #beganNanos}. */
    private volatile long ticket = NONE;

    private volatile LongConsumer listener = nanos -> {};

    /** Since when the log has owed something; written before {@link #lastAppended}. */
    private long owesNanos;

    private volatile long lastAppended;

    /** When something last became durable; written before {@link #lastDurable}. */
    private long durableNanos;

    private volatile long lastDurable;

    /** Since when a segment is being begun; written before {@link #beginsSegment}. */
    private long segmentNanos;

    private volatile boolean beginsSegment;

    /**
     * @param nanoTime the time, on the clock of {@link System#nanoTime}
     */
    LogWaits(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.durableNanos = nanoTime.getAsLong();
    }

    /** Sets who gets each wait, in nanoseconds, on a thread of the log. */
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

    /** Called before a segment is begun, when nothing else waits. */
    void segmentBegins() {
        segmentNanos = nanoTime.getAsLong();
        beginsSegment = true;
    }

    void segmentBegan() {
        beginsSegment = false;
    }

    /**
     * How long the log has owed something without making anything durable or finishing the
     * beginning of a segment; 0 if it owes nothing. The time before the last flush became durable
     * is not counted, even if the oldest outcome was waiting already.
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
