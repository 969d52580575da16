/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.postgres;

import io.tspoon.benchmarks.bank.Bank;
import io.tspoon.benchmarks.bank.BankRunner;
import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.bank.Transfer;
import io.tspoon.benchmarks.bank.VerifiedBank;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Subject;
import io.tspoon.benchmarks.measure.Verified;

import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The usual workaround: a Flink job whose state is a table in PostgreSQL, which it asks for each
 * element by asynchronous I/O.
 *
 * @param batchSize how many transfers share a transaction at most; 1 for one each
 * @param synchronousCommit whether a commit waits for the disk
 */
record FlinkWithPostgres(int batchSize, boolean synchronousCommit) implements Subject {
    /** Commits that nobody shares take long. */
    private static final int VERIFIED_ONE_BY_ONE = 10_000;

    @Override
    public @Nullable String unavailable() {
        return PostgresServer.unavailable();
    }

    @Override
    public @Nullable String database() {
        return PostgresServer.product();
    }

    @Override
    public int verifiedTransfers() {
        return batchSize == 1 ? VERIFIED_ONE_BY_ONE : Subject.super.verifiedTransfers();
    }

    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        try (PostgresServer server =
                PostgresServer.start(settings.logParent(), synchronousCommit)) {
            return new BankRunner(configuration, new Job(server.url(), batchSize), settings).run();
        }
    }

    /** The job; its accounts are made anew whenever it is built. */
    private record Job(String url, int batchSize) implements VerifiedBank {
        private static final long TIMEOUT_S = 60;

        @Override
        public void build(DataStream<Transfer> transfers, Bank.Run run) {
            CountingSink.Counter<Transfer> counter = run.timed() ? Job::timed : Job::count;
            execute(transfers, run).sinkTo(new CountingSink<>(run.meter(), counter));
        }

        @Override
        public void buildKept(DataStream<Transfer> transfers, Bank.Run run) {
            execute(transfers, run)
                    .sinkTo(
                            new CountingSink<>(
                                    run.meter(), (transfer, gauge) -> gauge.keep(transfer)));
        }

        /** The transfers as they were executed; those that were not possible have no amount. */
        private DataStream<Transfer> execute(DataStream<Transfer> transfers, Bank.Run run) {
            new Accounts(url).reset(run.load().accounts(), run.load().initialBalance());
            return AsyncDataStream.unorderedWait(
                            transfers,
                            new AsyncTransfers(url, batchSize),
                            TIMEOUT_S,
                            TimeUnit.SECONDS,
                            AsyncTransfers.CAPACITY)
                    .returns(Transfer.TYPE);
        }

        @Override
        public Verified verify(BankRunner.Checked run, List<Object> kept) {
            Load load = run.load();
            if (kept.size() != load.limit()) {
                throw new BenchmarkException(
                        "Cannot trust "
                                + run.name()
                                + ": transfers have no result, results="
                                + kept.size()
                                + ", transfers="
                                + load.limit());
            }
            List<Transfer> executed = kept.stream().map(Transfer.class::cast).toList();
            new Accounts(url).check(run.name(), load.initialBalance(), executed);
            long aborted = executed.stream().filter(one -> one.amount() == 0).count();
            return new Verified(executed.size(), aborted, 0);
        }

        @Override
        public Map<Integer, Long> balancesOutside() {
            return new Accounts(url).balances();
        }

        private static void count(Transfer transfer, Gauge gauge) {
            gauge.count(transfer.amount() == 0, 1);
        }

        private static void timed(Transfer transfer, Gauge gauge) {
            count(transfer, gauge);
            gauge.recordSince(transfer.start());
        }
    }
}
