/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.postgres;

import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.bank.Transfer;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Clients;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Measurement;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Subject;
import io.tspoon.benchmarks.measure.Verified;

import java.util.Arrays;

/** One thread that adds and subtracts in an array: what the processor could do at most. */
record MemoryLoop() implements Subject {
    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        int accounts = configuration.accountsOr(settings.accounts());
        Load load = Load.saturated(accounts, configuration.mix(), settings.number());
        Balances balances = new Balances(accounts, load.initialBalance());
        Measurement.Starter starter =
                (run, bufferTimeoutMs) ->
                        Clients.start(run.meter(), 1, load, run.perSecond(), index -> balances);
        Round round = new Measurement(configuration, settings, starter, null).run(null);
        if (balances.sum() != accounts * load.initialBalance()) {
            throw new BenchmarkException(
                    "Cannot trust " + configuration.name() + ": money is not conserved");
        }
        return round.verified(new Verified(balances.executed, balances.aborted, 0));
    }

    /** One thread at a time: the one that runs. */
    private static final class Balances implements Clients.Client<Transfer> {
        private final long[] balances;
        private long executed;
        private long aborted;

        Balances(int accounts, long initialBalance) {
            balances = new long[accounts];
            Arrays.fill(balances, initialBalance);
        }

        @Override
        public void execute(Transfer transfer, Gauge gauge) {
            executed++;
            boolean possible = balances[transfer.source()] >= transfer.amount();
            if (possible) {
                balances[transfer.source()] -= transfer.amount();
                balances[transfer.destination()] += transfer.amount();
            } else {
                aborted++;
            }
            gauge.count(!possible, 1);
        }

        long sum() {
            return Arrays.stream(balances).sum();
        }
    }
}
