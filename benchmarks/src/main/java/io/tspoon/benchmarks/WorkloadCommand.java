/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.bank.Configuration;
import io.tspoon.benchmarks.bank.RoundSettings;
import io.tspoon.benchmarks.bank.Workload;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Progress;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** Runs the configurations of one workload side by side. */
@Command(sortOptions = false)
final class WorkloadCommand implements Callable<Integer> {
    private final Workload workload;

    @Spec private CommandSpec spec;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often each configuration is run (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "5",
            description = "Length of each measured span (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            defaultValue = "15",
            description = "Seconds before throughput is measured (default: ${DEFAULT-VALUE}).")
    private double warmUp;

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
            description =
                    "Number of accounts, unless the configuration says it (default:"
                            + " ${DEFAULT-VALUE}).")
    private int accounts;

    @Option(
            names = "--configurations",
            paramLabel = "NAME",
            split = ",",
            description = "Only these, separated by commas; also source-only.")
    private @Nullable List<String> names;

    @Option(names = "--no-latency", description = "Measure throughput only.")
    private boolean noLatency;

    @Option(
            names = "--no-fork",
            description = "Run all in one JVM: quicker, but the figures do not compare well.")
    private boolean noFork;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the report here, too.")
    private @Nullable Path json;

    @Option(
            names = "--jfr",
            paramLabel = "FILE",
            description =
                    "Record the measured throughput with JFR; configuration and round are added"
                            + " to the name of the file.")
    private @Nullable Path jfr;

    @Option(
            names = "--log-dir",
            paramLabel = "DIR",
            description =
                    "Where write-ahead logs go, in A10 and A11: on the disk to be measured"
                            + " (default: the directory of temporary files).")
    private @Nullable Path logDirectory;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this and exit.")
    boolean help;

    private WorkloadCommand(Workload workload) {
        this.workload = workload;
    }

    /** The command line of a workload. */
    static CommandLine of(Workload workload) {
        CommandLine command = new CommandLine(new WorkloadCommand(workload));
        command.getCommandSpec().usageMessage().description(workload.title());
        return command;
    }

    @Override
    public Integer call() throws Exception {
        check(rounds >= 1, "--rounds must be at least 1");
        check(seconds > 0, "--seconds must be more than 0");
        check(warmUp >= 0, "--warm-up must not be negative");
        check(parallelism >= 1, "--parallelism must be at least 1");
        check(accounts >= 2, "--accounts must be at least 2");
        Comparison comparison = new Comparison(configurations());
        RoundRunner runner = noFork ? RoundRunner.inProcess() : new ForkedRounds(workload.id());
        Progress progress =
                new Progress(
                        spec.commandLine().getErr(),
                        rounds * comparison.configurations().size(),
                        settings(1, "").estimatedSeconds());
        for (int round = 1; round <= rounds; round++) {
            for (Configuration configuration : comparison.configurations()) {
                if (!comparison.hasFailed(configuration)) {
                    progress.begin(round, configuration.name());
                    run(runner, comparison, configuration, round);
                }
                progress.end();
            }
        }
        return report(comparison);
    }

    private void run(
            RoundRunner runner, Comparison comparison, Configuration configuration, int round)
            throws Exception {
        try {
            RoundSettings settings = settings(round, configuration.name());
            comparison.add(configuration, runner.run(configuration, settings));
        } catch (BenchmarkException e) {
            e.printStackTrace(spec.commandLine().getErr());
            comparison.fail(configuration, String.valueOf(e.getMessage()));
        }
    }

    private RoundSettings settings(int round, String name) {
        String recording = jfr == null ? null : recording(jfr, name + "-" + round);
        return new RoundSettings(
                round,
                seconds,
                warmUp,
                parallelism,
                accounts,
                !noLatency,
                recording,
                logDirectory == null ? null : logDirectory.toAbsolutePath().toString());
    }

    /** {@code dir/a.jfr} and {@code x-1} give {@code dir/a-x-1.jfr}. */
    private static String recording(Path file, String addition) {
        String name = file.toAbsolutePath().toString();
        return name.replaceFirst("(\\.jfr)?$", "-" + addition + ".jfr");
    }

    private int report(Comparison comparison) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        new Tables(workload, comparison).print(out);
        if (json != null) {
            new JsonReport(workload, comparison, settings(rounds, ""), !noFork).write(json);
            out.println("Written: " + json);
        }
        out.flush();
        return comparison.failures().isEmpty() ? 0 : 1;
    }

    private void check(boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private List<Configuration> configurations() {
        return names == null
                ? workload.configurations()
                : names.stream().map(this::configuration).toList();
    }

    private Configuration configuration(String name) {
        Configuration configuration = workload.named(name);
        if (configuration == null) {
            List<String> known =
                    workload.configurations().stream().map(Configuration::name).toList();
            throw new ParameterException(
                    spec.commandLine(),
                    "Unknown configuration: " + name + ". Known: " + String.join(", ", known));
        }
        return configuration;
    }
}
