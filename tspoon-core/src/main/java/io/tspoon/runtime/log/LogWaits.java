/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import java.util.function.LongConsumer;

/**
 * Measures how long decisions wait for the log, from when they are appended until they are durable:
 * of one batch at a time, so that it costs a reading of the clock for each flush at most.
 *
 * <p>Threads: {@link #appended} is for the close operator's thread, {@link #durable} for that of
 * the log.
 */
final class LogWaits {
    private static final long NONE = -1;

    private long beganNanos;

    /** The ticket that is measured, or {@link #NONE}; what is set before it is seen after it. */
    private volatile long ticket = NONE;

    private volatile LongConsumer listener = nanos -> {};

    /** Who hears of each wait, in nanoseconds, on a thread of the log. */
    void listener(LongConsumer heard) {
        listener = heard;
    }

    void appended(long batch) {
        if (ticket == NONE) {
            beganNanos = System.nanoTime();
            ticket = batch;
        }
    }

    void durable(long upTo) {
        long measured = ticket;
        if (measured != NONE && measured <= upTo) {
            listener.accept(System.nanoTime() - beganNanos);
            ticket = NONE;
        }
    }
}
