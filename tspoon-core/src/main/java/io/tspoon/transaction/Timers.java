/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

import java.time.Duration;
import java.time.Instant;

/**
 * The timers of a key in one state, as a function that accesses the key sees them. When a timer is
 * due, a transaction of its own calls the function that {@code onTimer} has given for the state.
 *
 * <p>What is done here belongs to the transaction: if that aborts, no timer is set or cancelled. A
 * timer is known by its time and its payload, so one that is set twice fires once. Timers of a key
 * fire one after the other, in the order of their times.
 *
 * <p>Valid only during the call whose context has given it, and only on that thread.
 */
@PublicEvolving
public interface Timers {
    /** The most timers that a key can have in a state; one more aborts the transaction. */
    int MAX_PENDING = 1_024;

    /**
     * Sets a timer in event time: it is due when the watermark of the t-graph's input has reached
     * the time. One whose time has passed is due at once.
     *
     * @param time when it is due, in milliseconds; a fraction is dropped
     * @param payload what the function gets; of the type that {@code onTimer} has named, never null
     */
    void at(Instant time, Object payload);

    /** As {@link #at}, but in processing time, by the clocks of the machines. */
    void atProcessingTime(Instant time, Object payload);

    /**
     * Sets a timer in processing time.
     *
     * @param delay from now
     * @param payload as in {@link #at}
     * @return when it is due
     */
    Instant after(Duration delay, Object payload);

    /**
     * Cancels all timers of the key in this state that have this payload, whatever their times.
     *
     * @return whether there were any
     */
    boolean cancel(Object payload);
}
