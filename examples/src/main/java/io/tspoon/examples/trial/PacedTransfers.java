/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import org.apache.flink.connector.datagen.source.GeneratorFunction;

/**
 * Emits each transfer when it is due by the wall clock, so transfers that are read again after a
 * crash come at once. Waits on the thread of the source, so nothing may be chained to it.
 *
 * @param startedAtMs wall clock time at which the first transfer is due
 * @param rate transfers per second
 */
public record PacedTransfers(Transfers transfers, long startedAtMs, int rate)
        implements GeneratorFunction<Long, Transfer> {
    private static final long MS_PER_SECOND = 1_000;

    @Override
    public Transfer map(Long number) throws InterruptedException {
        long dueMs = startedAtMs + number * MS_PER_SECOND / rate;
        long earlyMs = dueMs - System.currentTimeMillis();
        if (earlyMs > 0) {
            Thread.sleep(earlyMs);
        }
        return transfers.numbered(number);
    }
}
