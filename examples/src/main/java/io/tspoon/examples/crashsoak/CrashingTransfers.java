/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.PacedTransfers;
import io.tspoon.examples.trial.Transfer;

import org.apache.flink.connector.datagen.source.GeneratorFunction;

/** Gives transfers when they are due, or crashes. */
record CrashingTransfers(PacedTransfers transfers, CrashPoint crashes)
        implements GeneratorFunction<Long, Transfer> {
    @Override
    public Transfer map(Long number) throws InterruptedException {
        Transfer transfer = transfers.map(number);
        crashes.pass(CrashKind.SOURCE);
        return transfer;
    }
}
