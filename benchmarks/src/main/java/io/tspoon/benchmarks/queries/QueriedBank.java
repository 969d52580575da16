/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.queries;

import io.tspoon.benchmarks.bank.Indexed;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Subject;

/**
 * The bank while others read it over HTTP.
 *
 * @param guarantee mechanism and level
 * @param reading what readers ask for
 * @param measured who is measured
 * @param indexed what is indexed of accounts
 */
record QueriedBank(Guarantee guarantee, Reading reading, Measured measured, Indexed indexed)
        implements Subject {
    /** Who is measured, beside whom. */
    enum Measured {
        /** Readers, beside a constant rate of transfers. */
        READERS,
        /** The same, but a server answers them that reads nothing: what is not the reads' fault. */
        ECHO,
        /** Transfers, beside readers that ask as fast as they can. */
        TRANSFERS
    }

    /** Half of what single keys are to be read at, whatever the machine can do at most. */
    private static final double LOADED_READS_PER_SECOND = 10_000;

    boolean measuresTransfers() {
        return measured == Measured.TRANSFERS;
    }

    @Override
    public double loadedPerSecond(double throughput) {
        double half = Subject.super.loadedPerSecond(throughput);
        return measuresTransfers() ? half : Math.min(LOADED_READS_PER_SECOND, half);
    }

    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        return new ReadRunner(configuration, this, settings).run();
    }
}
