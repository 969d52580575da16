/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.util.concurrent.locks.LockSupport;

/** Watches for how long no result comes, by a thread of its own, within about a millisecond. */
public final class Silence implements AutoCloseable {
    private static final long POLL_NS = 1_000_000;

    private final Meter meter;
    private final Thread thread = new Thread(this::watch, "silence");
    private volatile boolean closed;
    private volatile long longestNs;
    private volatile long longestEndMs;

    /** Watches the results of a meter from now on. */
    public Silence(Meter meter) {
        this.meter = meter;
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        long seen = meter.counts().results();
        long since = System.nanoTime();
        while (!closed) {
            LockSupport.parkNanos(POLL_NS);
            long now = System.nanoTime();
            long results = meter.counts().results();
            if (now - since > longestNs) {
                longestNs = now - since;
                longestEndMs = System.currentTimeMillis();
            }
            if (results != seen) {
                seen = results;
                since = now;
            }
        }
    }

    /** When the longest silence ended, milliseconds of the epoch. */
    public long longestEndMs() {
        return longestEndMs;
    }

    /** The longest time without a result so far. */
    public double longestMs() {
        return longestNs / 1e6;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
