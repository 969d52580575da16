/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Something that runs beside the thread that measures it, until it is closed. */
public abstract class Running implements AutoCloseable {
    private static final long POLL_NS = 1_000_000;

    /**
     * Checks that it still runs.
     *
     * @throws BenchmarkException if it has ended, or failed
     */
    public abstract void checkRunning();

    /** Counts what goes on beside what is measured; null where nothing does. */
    public @Nullable Meter beside() {
        return null;
    }

    /** Stops it, and waits until it is gone. */
    @Override
    public abstract void close();

    /** Waits for a condition while it runs; whether it came true in time. */
    public final boolean await(BooleanSupplier condition, Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() >= end) {
                return false;
            }
            checkRunning();
            pause();
        }
        return true;
    }

    /** Waits a little before something is tried again. */
    static void pause() {
        LockSupport.parkNanos(POLL_NS);
    }

    /** Lets it run until a moment of {@link System#nanoTime}. */
    public final void runUntil(long moment) {
        checkRunning();
        long left = moment - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = moment - System.nanoTime();
        }
        checkRunning();
    }
}
