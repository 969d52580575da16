/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.read.Backlog;
import io.tspoon.runtime.batch.BatchRule;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

import java.util.function.LongSupplier;

/** The metrics of the batches of one coordinator. Flink reads the gauges on other threads. */
final class BatchMetrics {
    private final Counter batches;
    private final Counter unfit;
    private final LongSupplier now;
    private volatile int pending;

    /**
     * When the first element of the oldest batch that waits has come; {@link BatchRule#FOREVER} if
     * none.
     */
    private volatile long oldestMs = BatchRule.FOREVER;

    /**
     * @param now tells the time at which elements come
     */
    BatchMetrics(MetricGroup group, LongSupplier now) {
        this.now = now;
        batches = group.counter("batches");
        unfit = group.counter("unfitBatches");
        group.gauge("pendingBatches", () -> pending);
        group.gauge("oldestBatchMs", this::ageMs);
    }

    private long ageMs() {
        long oldest = oldestMs;
        return oldest == BatchRule.FOREVER ? 0 : Math.max(0, now.getAsLong() - oldest);
    }

    /** Those that are pending now. Any thread may ask. */
    Backlog.Batches status() {
        return new Backlog.Batches(pending, ageMs());
    }

    /** A batch was admitted; it is executed unless it is unfit. */
    void admitted(boolean isFit) {
        (isFit ? batches : unfit).inc();
    }

    void waiting(int count, long oldestSinceMs) {
        pending = count;
        oldestMs = oldestSinceMs;
    }
}
