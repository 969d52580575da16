/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial.storage;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Lets bytes through at a rate, one direction of a connection that all threads share, and counts
 * them.
 *
 * <p>Who has moved some bytes waits until they could have been through. What was not used does not
 * add up.
 */
final class Throttle {
    private final LongSupplier clock;
    private final AtomicLong freeAtNs = new AtomicLong(Long.MIN_VALUE);
    private final AtomicLong moved = new AtomicLong();
    private volatile double perSecond;

    /**
     * @param clock in nanoseconds
     */
    Throttle(LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * @param bytes per second; 0 for as many as can be
     */
    void setRate(double bytes) {
        perSecond = bytes;
    }

    /** How many bytes have been moved so far. */
    long moved() {
        return moved.get();
    }

    /** Counts bytes that were moved; the moment of the clock at which they are through. */
    long add(long bytes) {
        moved.addAndGet(bytes);
        double rate = perSecond;
        long now = clock.getAsLong();
        if (rate <= 0) {
            return now;
        }
        long takes = Math.round(bytes / rate * TimeUnit.SECONDS.toNanos(1));
        return freeAtNs.accumulateAndGet(takes, (free, more) -> Math.max(free, now) + more);
    }

    /** Counts bytes that were moved, and waits until they are through or the thread shall end. */
    void pass(long bytes) {
        long until = add(bytes);
        for (long left = until - clock.getAsLong();
                left > 0 && !Thread.currentThread().isInterrupted();
                left = until - clock.getAsLong()) {
            LockSupport.parkNanos(left);
        }
    }
}
