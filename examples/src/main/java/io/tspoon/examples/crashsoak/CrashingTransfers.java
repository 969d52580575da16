/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.PacedTransfers;
import io.tspoon.examples.trial.Transfer;

import org.apache.flink.connector.datagen.source.GeneratorFunction;

/**
 * Emits transfers when they are due, or crashes. If required crashes have not happened yet, the
 * transfers of the last second are spread over ten seconds, so that a slow machine has enough time.
 *
 * @param count number of transfers
 */
record CrashingTransfers(PacedTransfers transfers, long count, CrashPoint crashes)
        implements GeneratorFunction<Long, Transfer> {
    private static final long LAST_SECOND_NANOS = 10_000_000_000L;

    @Override
    public Transfer map(Long number) throws InterruptedException {
        Transfer transfer = transfers.map(number);
        if (number >= count - transfers.rate()) {
            crashes.linger(LAST_SECOND_NANOS / transfers.rate());
        }
        crashes.pass(CrashKind.SOURCE);
        return transfer;
    }
}
