/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Tells in Flink's log how far a recovery is that takes long. For one thread. */
public final class RecoveryProgress {
    /** Between two lines. */
    static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final Logger LOG = LoggerFactory.getLogger(RecoveryProgress.class);

    private final String graph;
    private final int coordinator;
    private final LongSupplier nanoTime;
    private final long begin;
    private long lastLine;
    private int parts;
    private int partsBegun;
    private long transactions;

    /**
     * @param graph name of the t-graph
     * @param coordinator that recovers
     * @param nanoTime the time, as {@link System#nanoTime}
     */
    public RecoveryProgress(String graph, int coordinator, LongSupplier nanoTime) {
        this.graph = graph;
        this.coordinator = coordinator;
        this.nanoTime = nanoTime;
        this.begin = nanoTime.getAsLong();
        this.lastLine = begin;
    }

    /** So many parts are to be read. */
    public void found(int count) {
        parts = count;
    }

    /** The next part is about to be read. */
    public void beginPart() {
        partsBegun++;
    }

    /** A transaction was read. */
    public void read() {
        transactions++;
        long now = nanoTime.getAsLong();
        if (now - lastLine < PERIOD_NANOS) {
            return;
        }
        lastLine = now;
        LOG.info(
                "Recovering from write-ahead log, graph={}, coordinator={}, part={} of {},"
                        + " transactions={}, seconds={}",
                graph,
                coordinator,
                partsBegun,
                parts,
                transactions,
                TimeUnit.NANOSECONDS.toSeconds(now - begin));
    }

    /** How long it has taken up to now. */
    public long elapsedMs() {
        return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - begin);
    }
}
