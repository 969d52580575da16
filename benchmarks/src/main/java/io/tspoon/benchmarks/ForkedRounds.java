/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Processes;
import io.tspoon.benchmarks.harness.ShutdownHook;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;

import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs each round in a JVM of its own, with the arguments of this one.
 *
 * <p>A JVM compiles Flink's code for the types and operators that it has seen. Several jobs in turn
 * in one JVM make the same job up to seven times slower than it is alone, as in production.
 */
final class ForkedRounds implements RoundRunner {
    /**
     * Hidden command of {@link MacroBenchmarks}: workload, configuration, settings, file for the
     * round.
     */
    static final String COMMAND = "round";

    /** The first touch of memory is slow in virtual machines, and not what is to be measured. */
    private static final String TOUCH_HEAP = "-XX:+AlwaysPreTouch";

    /** How long a round may take to stop its servers and to delete its files. */
    private static final Duration CLEAN_UP = Duration.ofSeconds(20);

    private static final long PATIENCE_FACTOR = 4;

    /** Changes of 2 GB on a slow storage take as long. */
    private static final long PATIENCE_SECONDS = 1_800;

    private final ObjectMapper mapper = new ObjectMapper();
    private final String workload;

    /** Rounds of the workload with this id. */
    ForkedRounds(String workload) {
        this.workload = workload;
    }

    @Override
    public Round run(Configuration configuration, RoundSettings settings)
            throws IOException, InterruptedException {
        Path result = Files.createTempFile("tspoon-round-", ".json");
        try {
            String json = mapper.writeValueAsString(settings);
            List<String> command = new ArrayList<>(onProcessors(configuration.processors()));
            command.addAll(command(workload, configuration.name(), json, result.toString()));
            Process child = start(command, configuration);
            ShutdownHook hook = ShutdownHook.of(() -> Processes.end(child, CLEAN_UP));
            try {
                await(child, configuration, settings);
            } finally {
                Processes.end(child, CLEAN_UP);
                hook.close();
            }
            return mapper.readValue(result.toFile(), Round.class);
        } finally {
            Files.deleteIfExists(result);
        }
    }

    /** What keeps a command to the first processors of this process: a program of util-linux. */
    private static List<String> onProcessors(int count) throws IOException {
        boolean all = count == 0 || count >= Runtime.getRuntime().availableProcessors();
        return all
                ? List.of()
                : List.of("taskset", "--cpu-list", AllowedProcessors.ofThisProcess().first(count));
    }

    private static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin/java");
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add(TOUCH_HEAP);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(MacroBenchmarks.class.getName());
        command.add(COMMAND);
        command.addAll(List.of(arguments));
        return command;
    }

    private static Process start(List<String> command, Configuration configuration) {
        try {
            return new ProcessBuilder(command).inheritIO().start();
        } catch (IOException e) {
            throw new BenchmarkException(
                    "Cannot measure "
                            + configuration.name()
                            + ": its process does not start, command="
                            + command.get(0)
                            + ". taskset, which some configurations need, is a program of"
                            + " util-linux, for Linux only",
                    e);
        }
    }

    private static void await(Process child, Configuration configuration, RoundSettings settings)
            throws InterruptedException {
        long patience =
                Math.round(settings.estimatedSeconds()) * PATIENCE_FACTOR + PATIENCE_SECONDS;
        if (!child.waitFor(patience, TimeUnit.SECONDS)) {
            throw new BenchmarkException(
                    "Cannot measure "
                            + configuration.name()
                            + ": it does not end, waited="
                            + patience
                            + " s");
        }
        if (child.exitValue() != 0) {
            throw new BenchmarkException(
                    "Cannot measure "
                            + configuration.name()
                            + ": its process failed, see above, exit code="
                            + child.exitValue());
        }
    }
}
