/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.triggers;

import io.tspoon.benchmarks.harness.CountingSink;
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
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.List;

/**
 * Measures a recovery, with three jobs in turn: the first executes one chain and stops with a
 * savepoint; the second goes on from there, executes so many and ends without another one, which is
 * a crash; the third goes on from the same savepoint. It is given the same chains again, and then
 * some more. With a log it repeats them, else it executes them again.
 *
 * <p>In the end each level must have the sum that all chains leave, each of them once.
 */
final class RecoveryRunner {
    private static final double RARELY_PER_SECOND = 0.001;
    private static final long NEW = 1_000;
    private static final String LOG = "log";

    private final Configuration configuration;
    private final Recovering recovering;
    private final RoundSettings settings;
    private final int triggers;

    RecoveryRunner(Configuration configuration, Recovering recovering, RoundSettings settings) {
        this.configuration = configuration;
        this.recovering = recovering;
        this.settings = settings;
        this.triggers = recovering.steps().triggers();
    }

    Round run() {
        try (LogDirectory directory = LogDirectory.create(settings.logParent())) {
            String savepoint = begin(directory);
            Throughput throughput = crash(directory, savepoint);
            Recovery recovery = recover(directory, savepoint);
            return Round.of(throughput)
                    .withRecovery(recovery)
                    .verified(new Verified(steps(all()), 0, 0));
        }
    }

    private String begin(LogDirectory directory) {
        String name = name("begin");
        StreamExecutionEnvironment environment = environment();
        environment.configure(
                new org.apache.flink.configuration.Configuration()
                        .set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem")
                        .set(
                                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                                directory.uri("checkpoints")));
        try (Meter meter = Meter.open(name)) {
            Triggered unlogged = new Triggered(recovering.steps(), Way.BETWEEN, Logging.NONE);
            unlogged.results(
                            environment,
                            new Chains(0).source(environment, RARELY_PER_SECOND, ""),
                            null,
                            name)
                    .sinkTo(new CountingSink<>(name, recovering.steps().counter(false)));
            try (RunningJob job = RunningJob.start(name, environment)) {
                RecoveryChecks.await(job, () -> meter.counts().results() == triggers, name);
                return job.stopWithSavepoint(directory.uri("savepoint"));
            }
        }
    }

    private Throughput crash(LogDirectory directory, String savepoint) {
        String name = name("crash");
        StreamExecutionEnvironment environment = environment();
        long chains = recovering.chains();
        try (Meter meter = Meter.open(name)) {
            build(environment, name, chains, directory);
            Usage before = Usage.now();
            try (RunningJob job = RunningJob.restore(name, environment, savepoint)) {
                job.awaitEnd(RecoveryChecks.TIMEOUT);
            }
            Usage used = Usage.now().since(before);
            RecoveryChecks.check(
                    meter.kept().size(), triggers + 1L, "the last chain must have all steps", name);
            RecoveryChecks.check(
                    meter.log().records(), logged(chains), "each step must be in the log", name);
            long results = meter.counts().results();
            return Throughput.of(meter.counts(), used, List.of(results), 1);
        }
    }

    private Recovery recover(LogDirectory directory, String savepoint) {
        String name = name("recover");
        StreamExecutionEnvironment environment = environment();
        long old = recovering.chains() * triggers;
        long logBytes = isLogged() ? directory.size(LOG) : 0;
        try (Meter meter = Meter.open(name)) {
            build(environment, name, all(), directory);
            long beganNs;
            long backNs;
            long firstNewNs;
            try (RunningJob job = RunningJob.restore(name, environment, savepoint)) {
                RecoveryChecks.await(job, () -> meter.counts().results() > 0, name);
                beganNs = System.nanoTime();
                RecoveryChecks.await(job, () -> meter.counts().results() >= old, name);
                backNs = System.nanoTime();
                RecoveryChecks.await(job, () -> meter.counts().results() > old, name);
                firstNewNs = System.nanoTime();
                job.awaitEnd(RecoveryChecks.TIMEOUT);
            }
            RecoveryChecks.check(
                    meter.counts().results(), all() * triggers, "each step has one result", name);
            checkSums(meter, name);
            LogMeter log = meter.log();
            RecoveryChecks.check(
                    log.recordsRead(), logged(recovering.chains()), "all must be repeated", name);
            RecoveryChecks.check(
                    log.records(), logged(NEW), "only new ones must be executed", name);
            return isLogged()
                    ? new Recovery(
                            steps(recovering.chains()),
                            triggers + 1,
                            logBytes,
                            log.longestRecoveryNs() / 1e6,
                            (firstNewNs - log.recoveryBeganNs()) / 1e6)
                    : new Recovery(
                            steps(recovering.chains()),
                            triggers + 1,
                            0,
                            (backNs - beganNs) / 1e6,
                            (firstNewNs - beganNs) / 1e6);
        }
    }

    /** What the last chain has written: the first job has added one to each sum. */
    private void checkSums(Meter meter, String name) {
        List<Executed> last = meter.kept().stream().map(Executed.class::cast).toList();
        RecoveryChecks.check(
                last.size(), triggers + 1L, "the last chain must have all steps", name);
        long sum = 1 + all() * (all() + 1) / 2;
        for (Executed step : last) {
            long written = step.sums().getOrDefault(step.step().level(), 0L);
            RecoveryChecks.check(written, sum, "all chains make the sum of a level", name);
        }
    }

    private long all() {
        return recovering.chains() + NEW;
    }

    private long steps(long chains) {
        return chains * (triggers + 1);
    }

    private long logged(long chains) {
        return isLogged() ? steps(chains) : 0;
    }

    private boolean isLogged() {
        return recovering.logging().isLogged();
    }

    private void build(
            StreamExecutionEnvironment environment,
            String name,
            long chains,
            LogDirectory directory) {
        CountingSink.Counter<TransactionResult<Step>> counter = recovering.steps().counter(false);
        recovering
                .job()
                .results(
                        environment,
                        new Chains(chains).source(environment, 0, ""),
                        isLogged() ? directory.uri(LOG) : null,
                        name)
                .sinkTo(
                        new CountingSink<>(
                                name,
                                (result, gauge) -> {
                                    counter.count(result, gauge);
                                    if (result.emitted().get(0).number() == chains - 1) {
                                        gauge.keep(Executed.of(result));
                                    }
                                }));
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
}
