/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets no more than so many bytes pass in a second, on average. What else takes time meanwhile,
 * such as reading them, slows nothing down further: up to a second is made up for. One thread.
 */
final class RateLimit {
    /** Whatever comes passes at once. */
    static final RateLimit NONE = new RateLimit(Long.MAX_VALUE, () -> 0, nanos -> {});

    private static final double MOST_MADE_UP_NS = TimeUnit.SECONDS.toNanos(1);

    private final double nanosPerByte;
    private final LongSupplier clock;
    private final Pause pause;
    private double freeAtNs;

    /**
     * @param clock nanoseconds of any origin
     */
    RateLimit(long bytesPerSecond, LongSupplier clock, Pause pause) {
        this.nanosPerByte = (double) TimeUnit.SECONDS.toNanos(1) / (double) bytesPerSecond;
        this.clock = clock;
        this.pause = pause;
        freeAtNs = clock.getAsLong();
    }

    static RateLimit of(long bytesPerSecond) {
        return new RateLimit(bytesPerSecond, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
    }

    /** Some bytes have passed; waits until more may. */
    void passed(long bytes) throws InterruptedIOException {
        long now = clock.getAsLong();
        double madeUpFrom = (double) now - MOST_MADE_UP_NS;
        freeAtNs = Math.max(madeUpFrom, freeAtNs) + (double) bytes * nanosPerByte;
        long early = (long) (freeAtNs - (double) now);
        if (early > 0) {
            try {
                pause.sleep(early);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException();
            }
        }
    }

    /** Waits for so many nanoseconds. */
    interface Pause {
        void sleep(long nanos) throws InterruptedException;
    }
}
