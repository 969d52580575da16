/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.calls;

import io.tspoon.benchmarks.bank.CalledBank;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Logging;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Subject;

/**
 * The bank while others call it over HTTP. Its stream is measured if it has one, else the calls.
 *
 * @param bank that is called
 * @param calling how
 */
record Calls(CalledBank bank, Calling calling) implements Subject {
    /** The load under which latencies of calls are compared. */
    static final double LOADED_PER_SECOND = 5_000;

    boolean measuresStream() {
        return bank.sources() > 0;
    }

    @Override
    public Guarantee guarantee() {
        return bank.guarantee();
    }

    @Override
    public Logging logging() {
        return bank.logging();
    }

    @Override
    public double loadedPerSecond(double throughput) {
        return measuresStream() || calling.each() > 1
                ? Subject.super.loadedPerSecond(throughput)
                : LOADED_PER_SECOND;
    }

    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        return new CallRunner(configuration, this, settings).run();
    }
}
