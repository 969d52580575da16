/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.calls;

import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.harness.Running;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Measurement;
import io.tspoon.benchmarks.measure.Pipeline;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Subject;

/**
 * The same calls, answered by a server that does nothing: what is not the bank's fault.
 *
 * @param calling how
 */
record EchoedCalls(Calling calling) implements Subject {
    @Override
    public double loadedPerSecond(double throughput) {
        return Calls.LOADED_PER_SECOND;
    }

    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        int accounts = configuration.accountsOr(settings.accounts());
        Load load = Load.saturated(accounts, configuration.mix(), settings.number());
        return new Measurement(configuration, settings, (run, wait) -> start(run, load), null)
                .run();
    }

    private Running start(Pipeline.Run run, Load load) {
        return Echoed.call(calling, run.meter(), run.perSecond(), load);
    }
}
