/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.RecentHistogram;
import io.tspoon.protocol.Timestamps;
import io.tspoon.read.HotKey;
import io.tspoon.runtime.state.cache.KeySample;
import io.tspoon.runtime.state.read.ReadMetrics;
import io.tspoon.runtime.transport.FromCoordinator;

import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** The metrics of one participant, in the group {@code tspoon} of its stateful operator. */
final class StateMetrics {
    private static final double PERCENT = 100;

    private final Histogram blockSize;
    private final ReadMetrics reads;
    private volatile long stableTimestamp;
    private volatile int cachedKeys;
    private volatile int holds;
    private volatile int waiting;
    private volatile int heldBackBlocks;
    private volatile long lastWriteBackMs;

    /**
     * @param keys some of the keys that were accessed last
     * @param states names of the operator's states
     */
    StateMetrics(MetricGroup group, KeySample<?> keys, List<String> states) {
        MetricGroup own = group.addGroup("tspoon");
        blockSize = own.histogram("blockSize", RecentHistogram.ofSizes());
        own.gauge("stableTimestampLagMs", this::stableTimestampLagMs);
        own.gauge("cachedKeys", () -> cachedKeys);
        own.gauge("holds", () -> holds);
        own.gauge("waiting", () -> waiting);
        own.gauge("heldBackBlocks", () -> heldBackBlocks);
        own.gauge("lastWriteBackMs", () -> lastWriteBackMs);
        own.gauge("hottestKeyPercent", () -> percentOfHottest(keys));
        own.gauge("hottestKeyGroupPercent", () -> PERCENT * keys.groups().shareOfHottest());
        reads = new ReadMetrics(own, states);
    }

    private static <K> double percentOfHottest(KeySample<K> keys) {
        List<HotKey<K>> hottest = keys.hottest(1);
        return hottest.isEmpty() ? 0 : PERCENT * hottest.get(0).share();
    }

    /** The metrics of its readers. */
    ReadMetrics reads() {
        return reads;
    }

    /** What only the cache had was brought to Flink's keyed state for a snapshot. */
    void writtenBack(long nanos) {
        lastWriteBackMs = TimeUnit.NANOSECONDS.toMillis(nanos);
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
