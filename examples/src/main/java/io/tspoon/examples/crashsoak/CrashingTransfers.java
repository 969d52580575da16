/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.PacedTransfers;
import io.tspoon.examples.trial.Transfer;

import org.apache.flink.connector.datagen.source.GeneratorFunction;

/**
 * Gives transfers when they are due, or crashes. While crashes are still to come that have to
 * happen, those of the last second take ten: so a slow machine has the time.
 *
 * @param count how many transfers there are
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
