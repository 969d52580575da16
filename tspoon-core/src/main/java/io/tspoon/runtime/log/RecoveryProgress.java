/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.apache.flink.annotation.Internal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Reports the progress of a long recovery in Flink's log. For one thread. */
@Internal
public final class RecoveryProgress {
    /** Between two log lines. */
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
     * @param coordinator index of the coordinator that recovers
     * @param nanoTime the time, as {@link System#nanoTime}
     */
    public RecoveryProgress(String graph, int coordinator, LongSupplier nanoTime) {
        this.graph = graph;
        this.coordinator = coordinator;
        this.nanoTime = nanoTime;
        this.begin = nanoTime.getAsLong();
        this.lastLine = begin;
    }

    /** Sets how many parts are to be read. */
    public void found(int count) {
        parts = count;
    }

    /** Called before the next part is read. */
    public void beginPart() {
        partsBegun++;
    }

    /** Counts a transaction that was read, and logs how far it is from time to time. */
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

    /** How long the recovery has taken so far. */
    public long elapsedMs() {
        return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - begin);
    }
}
