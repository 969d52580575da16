/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.harness.LogMeter;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.RecoveryChecks;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.harness.Usage;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Logging;
import io.tspoon.benchmarks.measure.Recovery;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Throughput;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.List;

/**
 * Measures a recovery, with three jobs in turn: the first fills the state and stops with a
 * savepoint; the second goes on from there, logs so many transactions and ends without another one,
 * which for the log is a crash; the third goes on from the same savepoint.
 *
 * <p>The source begins anew in each of them. So the third is given the logged transactions again,
 * and then some more. Whether it repeats them from the log or executes them again, each has one
 * result; so the log is asked what was written and read, and {@link RecoveryAudit} for the balances
 * in the end.
 */
final class RecoveryRunner {

    private static final int NEW_PER_SUBTASK = 1_000;
    private static final String LOG = "log";

    private final Configuration configuration;
    private final RecoveringBank bank;
    private final Bank logged;
    private final RoundSettings settings;
    private final int accounts;
    private final int parallelism;

    RecoveryRunner(Configuration configuration, RecoveringBank bank, RoundSettings settings) {
        this(configuration, bank, bank, settings);
    }

    /**
     * @param configuration what is measured
     * @param bank that is filled and audited
     * @param logged the same with a log, which must repeat what it has logged
     * @param settings how it is measured
     */
    RecoveryRunner(
            Configuration configuration, RecoveringBank bank, Bank logged, RoundSettings settings) {
        this.configuration = configuration;
        this.bank = bank;
        this.logged = logged;
        this.settings = settings;
        this.accounts = configuration.accountsOr(settings.accounts());
        this.parallelism = configuration.parallelismOr(settings.parallelism());
    }

    Round run() {
        try (LogDirectory directory = LogDirectory.create(settings.logParent())) {
            String savepoint = fill(directory);
            Throughput throughput = log(directory, savepoint);
            Recovery recovery = recover(directory, savepoint);
            RecoveryAudit audit =
                    new RecoveryAudit(configuration, bank, load(all()), parallelism, savepoint);
            return Round.of(throughput)
                    .withRecovery(recovery)
                    .verified(audit.verify(directory.uri(LOG)));
        }
    }

    private String fill(LogDirectory directory) {
        return new FilledBank(
                        bank.bank(Logging.OFF), parallelism, configuration.stateBackend(), accounts)
                .fill(name("fill"), configuration.mix(), settings.number(), directory);
    }

    private Throughput log(LogDirectory directory, String savepoint) {
        String name = name("log");
        StreamExecutionEnvironment environment = environment();
        Load bounded = load(bank.transactions());
        try (Meter meter = Meter.open(name)) {
            build(environment, name, bounded, directory);
            Usage before = Usage.now();
            try (RunningJob job = RunningJob.restore(name, environment, savepoint)) {
                job.awaitEnd(RecoveryChecks.TIMEOUT);
            }
            Usage used = Usage.now().since(before);
            long results = meter.counts().results();
            RecoveryChecks.check(
                    results, bank.transactions(), "each transfer must have one result", name);
            RecoveryChecks.check(
                    meter.log().records(), results, "each result must be in the log", name);
            return Throughput.of(meter.counts(), used, List.of(results), 1);
        }
    }

    private Recovery recover(LogDirectory directory, String savepoint) {
        String name = name("recover");
        StreamExecutionEnvironment environment = environment();
        long before = bank.transactions();
        long logBytes = directory.size(LOG);
        try (Meter meter = Meter.open(name)) {
            build(environment, name, load(all()), directory);
            long firstNewNs;
            try (RunningJob job = RunningJob.restore(name, environment, savepoint)) {
                RecoveryChecks.await(job, () -> meter.counts().results() > before, name);
                firstNewNs = System.nanoTime();
                job.awaitEnd(RecoveryChecks.TIMEOUT);
            }
            RecoveryChecks.check(
                    meter.counts().results(), all(), "each transfer must have one result", name);
            RecoveryChecks.check(
                    meter.counts().aborted(), 0, "there is money for all transfers", name);
            return new Recovery(
                    repeated(meter.log(), name),
                    accounts,
                    logBytes,
                    meter.log().longestRecoveryNs() / 1e6,
                    (firstNewNs - meter.log().recoveryBeganNs()) / 1e6);
        }
    }

    /** How many transactions were repeated: all that were logged, and by all coordinators. */
    private long repeated(LogMeter log, String name) {
        RecoveryChecks.check(
                log.recoveries(), parallelism, "each coordinator must recover from the log", name);
        long repeated = log.recordsRead() / parallelism;
        RecoveryChecks.check(
                log.recordsRead(),
                (long) bank.transactions() * parallelism,
                "each coordinator must read every logged transaction",
                name);
        RecoveryChecks.check(
                log.records(),
                all() - repeated,
                "only new transfers must be executed and logged",
                name);
        return repeated;
    }

    /** Transfers that are offered to the job that recovers. */
    private long all() {
        return bank.transactions() + (long) NEW_PER_SUBTASK * parallelism;
    }

    private void build(
            StreamExecutionEnvironment environment,
            String name,
            Load load,
            LogDirectory directory) {
        logged.build(
                BankRunner.source(environment, load),
                new Bank.Run(name, load, false, directory.uri(LOG)));
    }

    private Load load(long transfers) {
        return Load.saturated(accounts, configuration.mix(), settings.number()).limited(transfers);
    }

    private StreamExecutionEnvironment environment() {
        return RunningJob.environment(
                parallelism,
                configuration.stateBackend(),
                RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS);
    }

    private String name(String job) {
        return configuration.name() + ", " + job;
    }
}
