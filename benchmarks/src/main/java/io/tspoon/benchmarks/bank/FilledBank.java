/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.RoundSettings;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.time.Duration;

/**
 * A bank whose accounts have balances when it starts.
 *
 * @param bank whose state is filled
 * @param parallelism of all operators
 * @param stateBackend in Flink's words
 * @param accounts number of accounts
 */
public record FilledBank(Bank bank, int parallelism, String stateBackend, int accounts) {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    /** Random transfers reach all accounts but 0.25 % of them. */
    private static final int TRANSFERS_PER_ACCOUNT = 3;

    /** What fills the state is not what is measured. */
    private static final int OTHER_SEED = 1_000;

    /** A bank of one state. */
    public static FilledBank of(
            Guarantee guarantee, int parallelism, String stateBackend, int accounts) {
        return new FilledBank(
                new TransactionalBank(guarantee), parallelism, stateBackend, accounts);
    }

    /** The same with an index; what fills it has none, as nobody could ask it. */
    public FilledBank indexed(Guarantee guarantee, Indexed indexed) {
        return new FilledBank(
                new TransactionalBank(guarantee, indexed), parallelism, stateBackend, accounts);
    }

    /** Runs transfers until the state is full; where the savepoint with it is. */
    public String fill(String name, Mix mix, long seed, LogDirectory directory) {
        Load endless = Load.saturated(accounts, mix, seed + OTHER_SEED);
        long enough = (long) TRANSFERS_PER_ACCOUNT * accounts;
        StreamExecutionEnvironment environment =
                environment(RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS);
        environment.configure(
                new Configuration()
                        .set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem")
                        .set(
                                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                                directory.uri("checkpoints")));
        try (Meter meter = Meter.open(name)) {
            add(environment, name, endless, false);
            try (RunningJob job = RunningJob.start(name, environment)) {
                if (!job.await(() -> meter.counts().results() >= enough, TIMEOUT)) {
                    throw new BenchmarkException(
                            "Cannot fill state: too few results, job="
                                    + name
                                    + ", waited="
                                    + TIMEOUT);
                }
                return job.stopWithSavepoint(directory.uri("savepoint"));
            }
        }
    }

    /** An environment to build the bank in. */
    public StreamExecutionEnvironment environment(long bufferTimeoutMs) {
        return RunningJob.environment(parallelism, stateBackend, bufferTimeoutMs);
    }

    /** Adds source, bank and sink. */
    public void add(
            StreamExecutionEnvironment environment, String meter, Load load, boolean timed) {
        bank.build(BankRunner.source(environment, load), new Bank.Run(meter, load, timed, null));
    }
}
