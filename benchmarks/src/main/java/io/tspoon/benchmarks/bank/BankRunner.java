/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.PacedSource;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.measure.Auditable;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Measurement;
import io.tspoon.benchmarks.measure.Pipeline;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.TimedAudit;
import io.tspoon.benchmarks.measure.Verified;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;

/**
 * Runs one bank for one round: a bounded job each of whose results is checked, then those measured.
 * Of these the one that gives the rate is audited.
 */
public final class BankRunner {
    private static final Duration VERIFIED_TIMEOUT = Duration.ofMinutes(2);

    private final Configuration configuration;
    private final Bank bank;
    private final RoundSettings settings;
    private final int parallelism;
    private final Load load;
    private final @Nullable Auditable audited;

    /** Of any bank. */
    public BankRunner(Configuration configuration, Bank bank, RoundSettings settings) {
        this.configuration = configuration;
        this.bank = bank;
        this.settings = settings;
        this.parallelism = configuration.parallelismOr(settings.parallelism());
        int accounts = configuration.accountsOr(settings.accounts());
        this.load = Load.saturated(accounts, configuration.mix(), settings.number());
        this.audited = bank.audited(configuration.name(), load);
    }

    /** Runs all jobs of the round. */
    public Round run() {
        if (!bank.logging().isLogged()) {
            return run(null);
        }
        try (LogDirectory directory = LogDirectory.create(settings.logParent())) {
            return run(directory);
        }
    }

    /**
     * Starts the job alone, with as many transfers as it takes. It is not started again if it
     * fails, as the source would begin anew.
     *
     * @param meter name of the run's meter
     * @param directory for checkpoints, and for the write-ahead log, if the bank has one
     * @param checkpoints time between two checkpoints, which bound a log
     */
    public RunningJob start(String meter, LogDirectory directory, Duration checkpoints) {
        StreamExecutionEnvironment environment =
                RunningJob.environment(
                        parallelism,
                        configuration.stateBackend(),
                        RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS);
        environment.configure(
                new org.apache.flink.configuration.Configuration()
                        .set(RestartStrategyOptions.RESTART_STRATEGY, "none")
                        .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpoints)
                        .set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true)
                        .set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem")
                        .set(
                                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                                directory.uri("checkpoints")));
        String log = bank.logging().isLogged() ? directory.uri("log") : null;
        build(environment, new Pipeline.Run(meter, 0, false, log));
        return RunningJob.start(meter, environment);
    }

    private Round run(@Nullable LogDirectory logs) {
        Measurement measurement = Measurement.ofJob(configuration, settings, this::build, logs);
        if (audited != null) {
            measurement = measurement.audited(new TimedAudit(audited, parallelism));
        }
        Round measured = measurement.run();
        // Plain Flink has no check that would warm up the JVM, so this comes behind what is timed.
        return bank instanceof VerifiedBank checked
                ? measured.verified(verify(checked, logs))
                : measured;
    }

    private void build(StreamExecutionEnvironment environment, Pipeline.Run run) {
        Load offered = load.paced(run.perSecond());
        PacedSource<Transfer> source = paced(offered);
        if (audited != null && run.perSecond() == 0) {
            source = source.inspected(run.meter(), new Questions(load.accounts()));
        }
        bank.build(
                source(environment, source),
                new Bank.Run(run.meter(), offered, run.timed(), run.log()));
    }

    private Verified verify(VerifiedBank checked, @Nullable LogDirectory logs) {
        Load bounded =
                Load.bounded(
                        configuration.verifiedAccounts(parallelism),
                        configuration.verifiedTransfers(parallelism),
                        configuration.mix(),
                        settings.number());
        StreamExecutionEnvironment environment =
                RunningJob.environment(
                        parallelism,
                        configuration.stateBackend(),
                        RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS);
        String name = configuration.name() + ", verified";
        String log = logs == null ? null : logs.uri("verified");
        try (Meter meter = Meter.open(name)) {
            checked.buildKept(
                    source(environment, bounded), new Bank.Run(name, bounded, false, log));
            try (RunningJob job = RunningJob.start(name, environment)) {
                job.awaitEnd(VERIFIED_TIMEOUT);
            }
            List<Object> kept = meter.kept();
            return checked.verify(new Checked(configuration.name(), bounded, parallelism), kept);
        }
    }

    /**
     * A run whose results are checked.
     *
     * @param name of the configuration, for messages
     * @param load what was offered
     * @param subtasks of the source
     */
    public record Checked(String name, Load load, int subtasks) {}

    static DataStream<Transfer> source(StreamExecutionEnvironment environment, Load offered) {
        return source(environment, paced(offered));
    }

    static DataStream<Transfer> source(
            StreamExecutionEnvironment environment, Load offered, int parallelism) {
        return environment
                .fromSource(
                        paced(offered),
                        WatermarkStrategy.noWatermarks(),
                        "transfers",
                        Transfer.TYPE)
                .setParallelism(parallelism);
    }

    private static PacedSource<Transfer> paced(Load offered) {
        return new PacedSource<>(offered, offered.perSecond(), offered.limit() > 0);
    }

    private static DataStream<Transfer> source(
            StreamExecutionEnvironment environment, PacedSource<Transfer> source) {
        return environment.fromSource(
                source, WatermarkStrategy.noWatermarks(), "transfers", Transfer.TYPE);
    }
}
