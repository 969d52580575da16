/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the write-ahead log of one job does, as {@link MeasuredLog} sees it.
 *
 * <p>Written by the threads of the log and of the open operators, read by any.
 */
public final class LogMeter {
    private final LongAdder flushes = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder records = new LongAdder();
    private final LongAdder recordsRead = new LongAdder();
    private final LongAdder recoveries = new LongAdder();
    private final LongAccumulator recoveryBeganNs = new LongAccumulator(Math::min, Long.MAX_VALUE);
    private final LongAccumulator longestRecoveryNs = new LongAccumulator(Math::max, 0);

    LogMeter() {}

    void flushed() {
        flushes.increment();
    }

    void appended(long recordCount, long byteCount) {
        records.add(recordCount);
        bytes.add(byteCount);
    }

    void read(long recordCount) {
        recordsRead.add(recordCount);
    }

    /** A coordinator has read and sent on what was in the log. */
    void recovered(long beganNs, long endedNs) {
        recoveries.increment();
        recoveryBeganNs.accumulate(beganNs);
        longestRecoveryNs.accumulate(endedNs - beganNs);
    }

    /** Flushes that became durable. */
    public long flushes() {
        return flushes.sum();
    }

    /** Bytes of records, without those of frames and headers. */
    public long bytes() {
        return bytes.sum();
    }

    /** Records that were appended: one for each transaction. */
    public long records() {
        return records.sum();
    }

    /** Records that were read; each coordinator reads all that the log holds. */
    public long recordsRead() {
        return recordsRead.sum();
    }

    /** How many coordinators have read and sent on what was in the log. */
    public long recoveries() {
        return recoveries.sum();
    }

    /** When the first coordinator began to read, by {@link System#nanoTime}. */
    public long recoveryBeganNs() {
        return recoveryBeganNs.get();
    }

    /** How long the slowest coordinator took to read the log and to send on what is in it. */
    public long longestRecoveryNs() {
        return longestRecoveryNs.get();
    }
}
