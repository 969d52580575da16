/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.state.read.ReadMetrics;
import io.tspoon.runtime.transport.FromCoordinator;

import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/** The metrics of one participant, in the group {@code tspoon} of its stateful operator. */
final class StateMetrics {
    private static final int SAMPLES = 1024;

    private final Histogram blockSize;
    private final ReadMetrics reads;
    private volatile long stableTimestamp;
    private volatile int cachedKeys;
    private volatile int holds;
    private volatile int waiting;
    private volatile int heldBackBlocks;

    StateMetrics(MetricGroup group) {
        MetricGroup own = group.addGroup("tspoon");
        blockSize = own.histogram("blockSize", new DescriptiveStatisticsHistogram(SAMPLES));
        own.gauge("stableTimestampLagMs", this::stableTimestampLagMs);
        own.gauge("cachedKeys", () -> cachedKeys);
        own.gauge("holds", () -> holds);
        own.gauge("waiting", () -> waiting);
        own.gauge("heldBackBlocks", () -> heldBackBlocks);
        reads = new ReadMetrics(own);
    }

    /** The metrics of its readers. */
    ReadMetrics reads() {
        return reads;
    }

    /** A block was processed. */
    void blockProcessed(int fragments, long stable, int cached, Intake intake) {
        if (fragments > 0) {
            blockSize.update(fragments);
        }
        stableTimestamp = stable;
        cachedKeys = cached;
        holds = intake.held();
        if (intake.waiting() != waiting) { // mostly 0, and a volatile write costs a fence
            waiting = intake.waiting();
        }
        int heldBack = intake.heldBack();
        if (heldBack != heldBackBlocks) {
            heldBackBlocks = heldBack;
        }
    }

    /** How far the stable timestamp is behind the wall clock; 0 before it is known. */
    private long stableTimestampLagMs() {
        long stable = stableTimestamp;
        if (stable == Timestamps.NONE || stable == FromCoordinator.NO_MORE) {
            return 0;
        }
        return Math.max(0, System.currentTimeMillis() - Timestamps.epochMs(stable));
    }
}
