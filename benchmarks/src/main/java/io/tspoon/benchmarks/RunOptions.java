/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Setting;
import io.tspoon.benchmarks.measure.Workload;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How workloads are run: the options of all of them. */
final class RunOptions {
    private static final Pattern RATE = Pattern.compile("([1-9][0-9]{0,5})MB/s");
    private static final long BYTES_PER_MB = 1_000_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

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
            defaultValue = "45",
            description = "Seconds before throughput is measured (default: ${DEFAULT-VALUE}).")
    private double warmUp;

    @Option(
            names = "--parallelism",
            paramLabel = "P",
            defaultValue = "2",
            description =
                    "Parallelism of all operators, unless the configuration says it (default:"
                            + " ${DEFAULT-VALUE}).")
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
            description = "Only these, separated by commas; also those of no default run.")
    private @Nullable List<String> names;

    @Option(names = "--no-latency", description = "Measure throughput only.")
    private boolean noLatency;

    @Option(
            names = "--sustainable",
            description =
                    "Look for the highest rate that is sustained, too: step by step until the"
                            + " latency is more than 20 times the unloaded one.")
    private boolean sustainable;

    @Option(
            names = "--no-fork",
            description = "Run all in one JVM: quicker, but the figures do not compare well.")
    private boolean noFork;

    @Option(
            names = "--jfr",
            paramLabel = "FILE",
            description =
                    "Record the measured throughput with JFR; workload, configuration and round"
                            + " are added to the name of the file.")
    private @Nullable Path jfr;

    @Option(
            names = "--log-dir",
            paramLabel = "DIR",
            description =
                    "Where write-ahead logs, savepoints and databases go: on the disk to be"
                            + " measured (default: the directory of temporary files).")
    private @Nullable Path logDirectory;

    @Option(
            names = "--storage-rate",
            paramLabel = "RATE",
            description =
                    "How much the storage for checkpoints moves in each direction, for example"
                            + " 100MB/s (default: what the disk does).")
    private @Nullable String storageRate;

    /**
     * Checks what picocli does not.
     *
     * @throws ParameterException if an option is wrong
     */
    void check() {
        check(rounds >= 1, "--rounds must be at least 1");
        check(seconds > 0 && Double.isFinite(seconds), "--seconds must be more than 0");
        check(warmUp >= 0 && Double.isFinite(warmUp), "--warm-up must not be negative");
        check(parallelism >= 1, "--parallelism must be at least 1");
        check(accounts >= 2, "--accounts must be at least 2");
        Set<String> distinct = new HashSet<>();
        for (String name : names == null ? List.<String>of() : names) {
            check(distinct.add(name), "--configurations must name each once: " + name);
        }
        Arguments arguments = new Arguments(spec);
        check(
                storageRate == null || RATE.matcher(storageRate).matches(),
                "--storage-rate must be like 100MB/s: " + storageRate);
        arguments.requireWritable("--jfr", jfr);
        arguments.makeDirectory("--log-dir", logDirectory);
    }

    private void check(boolean holds, String message) {
        new Arguments(spec).require(holds, message);
    }

    /** Options that were given, and change nothing in a workload. */
    List<String> unusedIn(Workload workload) {
        ParseResult given = spec.commandLine().getParseResult();
        return Arrays.stream(Setting.values())
                .filter(one -> !workload.uses(one) && given.hasMatchedOption(one.option()))
                .map(Setting::option)
                .toList();
    }

    int rounds() {
        return rounds;
    }

    boolean isForked() {
        return !noFork;
    }

    /** Names of configurations; null for all. */
    @Nullable List<String> configurations() {
        return names;
    }

    /** How any configuration is run, if it is not recorded. */
    RoundSettings settings(int round) {
        return recorded(round, null);
    }

    /** How a configuration of a workload is run in a round. */
    RoundSettings settings(int round, String workload, String name) {
        String addition = workload + "-" + name + "-" + round;
        return recorded(round, jfr == null ? null : recording(jfr, addition));
    }

    private RoundSettings recorded(int round, @Nullable String recording) {
        return new RoundSettings(
                round,
                seconds,
                warmUp,
                parallelism,
                accounts,
                !noLatency,
                sustainable,
                recording,
                logDirectory == null ? null : logDirectory.toAbsolutePath().toString(),
                storageBytesPerSecond());
    }

    private long storageBytesPerSecond() {
        Matcher rate = RATE.matcher(storageRate == null ? "" : storageRate);
        return rate.matches() ? Long.parseLong(rate.group(1)) * BYTES_PER_MB : 0;
    }

    /** {@code dir/a.jfr} and {@code A1-x-1} give {@code dir/a-A1-x-1.jfr}. */
    private static String recording(Path file, String addition) {
        String name = file.toAbsolutePath().toString();
        return name.replaceFirst("(\\.jfr)?$", "-" + addition + ".jfr");
    }
}
