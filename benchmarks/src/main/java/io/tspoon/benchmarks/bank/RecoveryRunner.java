/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.harness.Usage;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Logging;
import io.tspoon.benchmarks.measure.Recovery;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Throughput;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.time.Duration;
import java.util.List;

/**
 * Measures a recovery, with three jobs in turn: the first fills the state and stops with a
 * savepoint; the second goes on from there, logs so many transactions and ends without another one,
 * which for the log is a crash; the third goes on from the same savepoint.
 *
 * <p>The source begins anew in each of them. So the third is given the logged transactions again,
 * and then some more.
 */
final class RecoveryRunner {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private static final int NEW_PER_SUBTASK = 1_000;

    private final Configuration configuration;
    private final RecoveringBank bank;
    private final RoundSettings settings;
    private final int accounts;

    RecoveryRunner(Configuration configuration, RecoveringBank bank, RoundSettings settings) {
        this.configuration = configuration;
        this.bank = bank;
        this.settings = settings;
        this.accounts = configuration.accountsOr(settings.accounts());
    }

    Round run() {
        try (LogDirectory directory = LogDirectory.create(settings.logParent())) {
            String savepoint = fill(directory);
            Throughput throughput = log(directory, savepoint);
            return Round.of(throughput).withRecovery(recover(directory, savepoint));
        }
    }

    private String fill(LogDirectory directory) {
        return new FilledBank(
                        bank.bank(Logging.OFF),
                        configuration.parallelismOr(settings.parallelism()),
                        configuration.stateBackend(),
                        accounts)
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
                job.awaitEnd(TIMEOUT);
            }
            Usage used = Usage.now().since(before);
            check(meter.counts().results(), bank.transactions(), name);
            return Throughput.of(meter.counts(), used, List.of(meter.counts().results()), 1);
        }
    }

    private Recovery recover(LogDirectory directory, String savepoint) {
        String name = name("recover");
        StreamExecutionEnvironment environment = environment();
        long logged = bank.transactions();
        long all =
                logged
                        + (long) NEW_PER_SUBTASK
                                * configuration.parallelismOr(settings.parallelism());
        try (Meter meter = Meter.open(name)) {
            build(environment, name, load(all), directory);
            long firstNewNs;
            try (RunningJob job = RunningJob.restore(name, environment, savepoint)) {
                require(job.await(() -> meter.counts().results() > logged, TIMEOUT), name);
                firstNewNs = System.nanoTime();
                job.awaitEnd(TIMEOUT);
            }
            check(meter.counts().results(), all, name);
            return new Recovery(
                    logged,
                    accounts,
                    directory.size("log"),
                    meter.log().longestRecoveryNs() / 1e6,
                    (firstNewNs - meter.log().recoveryBeganNs()) / 1e6);
        }
    }

    private void build(
            StreamExecutionEnvironment environment,
            String name,
            Load load,
            LogDirectory directory) {
        bank.build(
                BankRunner.source(environment, load),
                new Bank.Run(name, load, false, directory.uri("log")));
    }

    private Load load(long transfers) {
        return Load.saturated(accounts, configuration.mix(), settings.number()).limited(transfers);
    }

    private StreamExecutionEnvironment environment() {
        return RunningJob.environment(
                configuration.parallelismOr(settings.parallelism()),
                configuration.stateBackend(),
                RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS);
    }

    private String name(String job) {
        return configuration.name() + ", " + job;
    }

    private static void require(boolean holds, String name) {
        if (!holds) {
            throw new BenchmarkException(
                    "Cannot measure recovery: too few results, job="
                            + name
                            + ", waited="
                            + TIMEOUT);
        }
    }

    private static void check(long results, long expected, String name) {
        if (results != expected) {
            throw new BenchmarkException(
                    "Cannot trust "
                            + name
                            + ": each transfer must have one result, results="
                            + results
                            + ", expected="
                            + expected);
        }
    }
}
