/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.function.Predicate;

/**
 * The timers that a key has in a state: part of what a transaction reads and writes of the key.
 * Immutable, except for payloads of a mutable type, which nobody changes.
 */
@Internal
public final class PendingTimers {
    /** Another number whenever one is removed, so that who waits for that sees it. */
    private final long stamp;

    private final Timeline event;
    private final Timeline processing;

    PendingTimers(long stamp, Timeline event, Timeline processing) {
        this.stamp = stamp;
        this.event = event;
        this.processing = processing;
    }

    /**
     * Of a key that has no timers.
     *
     * @param stamp none that the key has had before
     */
    public static PendingTimers none(long stamp) {
        return new PendingTimers(stamp, Timeline.EMPTY, Timeline.EMPTY);
    }

    Timeline line(boolean ofEvents) {
        return ofEvents ? event : processing;
    }

    public int size() {
        return event.size() + processing.size();
    }

    /**
     * The earliest time; {@link TimerIndex#NEVER} if there is none.
     *
     * @param ofEvents whether in event time, else in processing time
     */
    public long first(boolean ofEvents) {
        return line(ofEvents).first();
    }

    /** What it is known by as long as no timer is removed. */
    public long stamp() {
        return stamp;
    }

    /** The payload of the first timer with this time; null if there is none. */
    private @Nullable Object at(boolean ofEvents, long time) {
        return line(ofEvents).at(time);
    }

    /** The payload of the timer that is meant; null if that has fired, or was cancelled. */
    public @Nullable Object meant(DueTimer due) {
        return stamp == due.stamp() ? at(due.ofEvents(), due.time()) : null;
    }

    /** Whether there is a timer with this time and such a payload. */
    public boolean has(boolean ofEvents, long time, Predicate<Object> payload) {
        return line(ofEvents).has(time, payload);
    }

    /** With one more timer. */
    public PendingTimers with(boolean ofEvents, long time, Object payload) {
        Timeline more = line(ofEvents).with(time, payload);
        return ofEvents
                ? new PendingTimers(stamp, more, processing)
                : new PendingTimers(stamp, event, more);
    }

    /**
     * Without the first timer with this time, of which there is one; null if none is left.
     *
     * @param stampAfter what it is known by then
     */
    public @Nullable PendingTimers without(boolean ofEvents, long time, long stampAfter) {
        Timeline less = line(ofEvents).without(time);
        return ofEvents ? removed(less, processing, stampAfter) : removed(event, less, stampAfter);
    }

    /**
     * Without those that have such a payload; null if none is left.
     *
     * @param stampAfter what it is known by then
     */
    public @Nullable PendingTimers without(Predicate<Object> payload, long stampAfter) {
        return removed(event.without(payload), processing.without(payload), stampAfter);
    }

    private static @Nullable PendingTimers removed(
            Timeline ofEvents, Timeline ofProcessing, long stampAfter) {
        return ofEvents.size() + ofProcessing.size() == 0
                ? null
                : new PendingTimers(stampAfter, ofEvents, ofProcessing);
    }

    @Override
    public String toString() {
        return "PendingTimers[" + event.size() + " event, " + processing.size() + " processing]";
    }
}
