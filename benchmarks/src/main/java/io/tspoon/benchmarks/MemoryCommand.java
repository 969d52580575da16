/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.bank.Bank;
import io.tspoon.benchmarks.bank.BankRunner;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Growth;
import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.harness.Silence;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Workload;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Runs one configuration of the bank at full rate, with checkpoints, and looks whether memory
 * grows.
 */
@Command(
        name = "memory",
        description =
                "Runs transfers at full rate, with checkpoints, and measures the heap after"
                        + " collections, what is beyond it and the longest time without a result;"
                        + " exit code 1 if memory grows.",
        mixinStandardHelpOptions = true)
final class MemoryCommand implements Callable<Integer> {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration CHECKPOINTS = Duration.ofSeconds(10);
    private static final String DEFAULT_WORKLOAD = "A1";

    @Spec private CommandSpec spec;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            defaultValue = "10",
            description = "Length of the run (default: ${DEFAULT-VALUE}).")
    private double minutes;

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "20",
            description = "How often memory is measured, at least 3 (default: ${DEFAULT-VALUE}).")
    private int samples;

    @Option(
            names = "--configuration",
            paramLabel = "NAME",
            defaultValue = "tspoon-tb-heap",
            description =
                    "Which configuration of A1, or of another workload with its name before it,"
                            + " such as A3/tb-pl4 (default: ${DEFAULT-VALUE}).")
    private String name;

    @Option(
            names = "--parallelism",
            paramLabel = "P",
            defaultValue = "2",
            description = "Parallelism of all operators (default: ${DEFAULT-VALUE}).")
    private int parallelism;

    @Option(
            names = "--accounts",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Number of accounts (default: ${DEFAULT-VALUE}).")
    private int accounts;

    @Option(
            names = "--log-dir",
            paramLabel = "DIR",
            description =
                    "Where checkpoints and write-ahead logs go (default: the directory of"
                            + " temporary files).")
    private @Nullable Path logDirectory;

    @Override
    public Integer call() {
        Arguments arguments = new Arguments(spec);
        arguments.require(minutes > 0 && Double.isFinite(minutes), "--minutes must be more than 0");
        arguments.require(parallelism >= 1, "--parallelism must be at least 1");
        arguments.require(accounts >= 2, "--accounts must be at least 2");
        arguments.makeDirectory("--log-dir", logDirectory);
        Configuration configuration = configuration();
        if (samples < 3
                || configuration == null
                || !(configuration.subject() instanceof Bank bank)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Name a Flink job of the bank, and at least 3 samples: --configuration "
                            + name
                            + " --samples "
                            + samples);
        }
        return measure(configuration, bank);
    }

    private @Nullable Configuration configuration() {
        int slash = name.indexOf('/');
        Workload workload =
                Workloads.named(slash < 0 ? DEFAULT_WORKLOAD : name.substring(0, slash));
        return workload == null ? null : workload.named(name.substring(slash + 1));
    }

    private int measure(Configuration configuration, Bank bank) {
        RoundSettings settings =
                new RoundSettings(
                        1,
                        0,
                        0,
                        parallelism,
                        accounts,
                        false,
                        false,
                        null,
                        logDirectory == null ? null : logDirectory.toAbsolutePath().toString(),
                        0);
        PrintWriter out = spec.commandLine().getOut();
        String job = configuration.name() + ", memory";
        double periodNs = minutes * 60e9 / samples;
        Duration checkpoints =
                Duration.ofMillis(
                        Math.max(10, Math.min(CHECKPOINTS.toMillis(), (long) (periodNs / 1e6))));
        BankRunner runner = new BankRunner(configuration, bank, settings);
        try (LogDirectory directory = LogDirectory.create(settings.logParent());
                Meter meter = Meter.open(job);
                RunningJob running = runner.start(job, directory, checkpoints)) {
            if (!running.await(() -> meter.counts().results() > 0, START_TIMEOUT)) {
                throw new BenchmarkException(
                        "Cannot measure memory: no result, waited=" + START_TIMEOUT);
            }
            Growth growth = new Growth(out, meter.counts().results());
            for (int sample = 1; sample <= samples; sample++) {
                long before = meter.counts().results();
                try (Silence silence = new Silence(meter)) {
                    running.runUntil(System.nanoTime() + Math.round(periodNs));
                    // Nothing comes while a disk stands still; a job that does nothing is found
                    // below.
                    var unused =
                            running.await(() -> meter.counts().results() > before, START_TIMEOUT);
                    growth.sample(meter.counts().results(), silence.longestMs());
                }
            }
            return growth.report() ? 0 : 1;
        }
    }
}
