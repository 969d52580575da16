/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Clients;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.measure.Auditable;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Measurement;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Subject;
import io.tspoon.benchmarks.measure.TimedAudit;
import io.tspoon.benchmarks.measure.Verified;

import java.util.Arrays;
import java.util.Map;

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
        Audited audited = new Audited(configuration.name(), load, balances);
        Round round =
                new Measurement(configuration, settings, starter, null)
                        .audited(new TimedAudit(audited, 1))
                        .run();
        if (balances.sum() != accounts * load.initialBalance()) {
            throw new BenchmarkException(
                    "Cannot trust " + configuration.name() + ": money is not conserved");
        }
        return round.verified(new Verified(balances.executed, balances.aborted, 0));
    }

    /** One thread at a time: the one that runs. */
    static final class Balances implements Clients.Client<Transfer> {
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

    /**
     * The order is known, and so is each balance: it takes as long as the loop to find it once
     * more.
     *
     * @param name of the configuration
     * @param load that was offered
     * @param balances what the loop has left
     */
    record Audited(String name, Load load, Balances balances) implements Auditable {
        /** It can be looked at. */
        @Override
        public long questions() {
            return 0;
        }

        @Override
        public void check(Map<Integer, Long> offered, long aborted, Meter meter) {
            long[] expected = new long[load.accounts()];
            Arrays.fill(expected, load.initialBalance());
            long refused = 0;
            TransferGenerator input = load.generator(0, 1);
            for (long left = offered.getOrDefault(0, 0L); left > 0; left--) {
                Transfer transfer = input.next(0);
                long rest = expected[transfer.source()] - transfer.amount();
                if (rest < 0) {
                    refused++;
                    continue;
                }
                expected[transfer.source()] = rest;
                expected[transfer.destination()] += transfer.amount();
            }
            if (refused != aborted) {
                throw TimedAudit.failure(
                        name, "wrong aborts, found=" + aborted + ", expected=" + refused);
            }
            int account = Arrays.mismatch(expected, balances.balances);
            if (account >= 0) {
                throw TimedAudit.failure(
                        name,
                        "wrong balance, account="
                                + account
                                + ", found="
                                + balances.balances[account]
                                + ", expected="
                                + expected[account]);
            }
        }
    }
}
