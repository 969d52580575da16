/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.postgres;

import io.tspoon.benchmarks.bank.AuditedAccounts;
import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.bank.Transfer;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Clients;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Measurement;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Subject;
import io.tspoon.benchmarks.measure.TimedAudit;
import io.tspoon.benchmarks.measure.Verified;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;

/**
 * PostgreSQL without Flink: clients, each of them a connection, each transfer a call.
 *
 * @param locking how transfers are kept apart
 * @param synchronousCommit whether a commit waits for the disk
 * @param clients how many
 * @param mostLoaded highest load under which the second latency is measured
 */
record PostgresAlone(Locking locking, boolean synchronousCommit, int clients, double mostLoaded)
        implements Subject {
    private static final int CLIENTS = 16;
    private static final int VERIFIED_ACCOUNTS = 100;
    private static final int VERIFIED_TRANSFERS = 5_000;
    private static final Duration VERIFIED_TIMEOUT = Duration.ofMinutes(2);

    PostgresAlone(Locking locking, boolean synchronousCommit) {
        this(locking, synchronousCommit, CLIENTS, Double.MAX_VALUE);
    }

    @Override
    public double loadedPerSecond(double throughput) {
        return Math.min(mostLoaded, Subject.super.loadedPerSecond(throughput));
    }

    @Override
    public @Nullable String unavailable() {
        return PostgresServer.unavailable();
    }

    @Override
    public @Nullable String database() {
        return PostgresServer.product();
    }

    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        int count = configuration.accountsOr(settings.accounts());
        Load load = Load.saturated(count, configuration.mix(), settings.number());
        try (PostgresServer server =
                PostgresServer.start(settings.logParent(), synchronousCommit)) {
            Accounts accounts = new Accounts(server.url());
            accounts.reset(count, load.initialBalance());
            Measurement.Starter starter =
                    (run, bufferTimeoutMs) ->
                            Clients.start(
                                    run.meter(),
                                    clients,
                                    load,
                                    run.perSecond(),
                                    index -> new Caller(server.url(), locking, false));
            AuditedAccounts audited =
                    new AuditedAccounts(configuration.name(), load, accounts::balances);
            Round round =
                    new Measurement(configuration, settings, starter, null)
                            .audited(new TimedAudit(audited, clients))
                            .run();
            accounts.checkSum(configuration.name(), load.initialBalance() * count);
            return round.verified(verify(configuration, settings, server.url()));
        }
    }

    private Verified verify(Configuration configuration, RoundSettings settings, String url) {
        String name = configuration.name() + ", verified";
        Load load =
                Load.bounded(
                        VERIFIED_ACCOUNTS,
                        VERIFIED_TRANSFERS,
                        configuration.mix(),
                        settings.number());
        Accounts accounts = new Accounts(url);
        accounts.reset(load.accounts(), load.initialBalance());
        try (Meter meter = Meter.open(name)) {
            try (Clients<Transfer> running =
                    Clients.start(
                            name, clients, load, 0, index -> new Caller(url, locking, true))) {
                running.awaitEnd(VERIFIED_TIMEOUT);
            }
            List<Transfer> committed = meter.kept().stream().map(Transfer.class::cast).toList();
            accounts.check(configuration.name(), load.initialBalance(), committed);
            long results = meter.counts().results();
            if (results != load.limit()) {
                throw new BenchmarkException(
                        "Cannot trust "
                                + configuration.name()
                                + ": transfers have no result, results="
                                + results
                                + ", transfers="
                                + load.limit());
            }
            return new Verified(results, results - committed.size(), meter.counts().retries());
        }
    }

    private static final class Caller implements Clients.Client<Transfer> {
        private final TransferCall call;
        private final boolean kept;

        Caller(String url, Locking locking, boolean kept) throws Exception {
            this.call = new TransferCall(url, locking);
            this.kept = kept;
        }

        @Override
        public void execute(Transfer transfer, Gauge gauge) throws Exception {
            TransferCall.Outcome outcome = call.execute(transfer);
            gauge.count(!outcome.committed(), outcome.attempts());
            if (kept && outcome.committed()) {
                gauge.keep(transfer);
            }
        }

        @Override
        public void close() throws Exception {
            call.close();
        }
    }
}
