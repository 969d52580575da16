/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Completes a future at a moment, within some microseconds.
 *
 * <p>A parked thread wakes late by more than what is to be measured, so the alarm parks until
 * shortly before and spins for the rest. It rings at most every 200 microseconds: at high rates a
 * reader that is ahead finds several transfers due, each with its own due time. Then it does not
 * spin, which would take the processor away from the job.
 *
 * <p>One alarm at a time; {@link #at} and {@link #close} belong to one thread.
 */
final class Alarm implements AutoCloseable {
    private static final long MIN_INTERVAL_NS = 200_000;
    private static final long SELDOM_NS = 1_000_000;
    private static final long SPIN_NS = 80_000;

    private record Request(long at, long spinNs, CompletableFuture<Void> future) {}

    private final Thread thread = new Thread(this::run, "transfer-alarm");
    private volatile @Nullable Request request;
    private volatile boolean closed;
    private long earliest = System.nanoTime();

    Alarm() {
        thread.setDaemon(true);
        thread.start();
    }

    CompletableFuture<Void> at(long moment) {
        Request pending = request;
        if (pending != null) {
            return pending.future();
        }
        long at = Math.max(moment, earliest);
        long spinNs = at - earliest > SELDOM_NS ? SPIN_NS : 0;
        earliest = at + MIN_INTERVAL_NS;
        Request next = new Request(at, spinNs, new CompletableFuture<>());
        request = next;
        LockSupport.unpark(thread);
        return next.future();
    }

    private void run() {
        while (!closed) {
            Request next = request;
            if (next == null) {
                LockSupport.park(this);
                continue;
            }
            long left = next.at() - System.nanoTime();
            if (left > next.spinNs()) {
                LockSupport.parkNanos(this, left - next.spinNs());
            } else if (left > 0) {
                Thread.onSpinWait();
            } else {
                request = null;
                next.future().complete(null);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
