/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.BenchmarkException;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Whole-job benchmarks; {@code benchmarks/run} starts it.
 *
 * <p>Exit code 0: measured and verified; 1: a job failed or a result is wrong; 2: wrong options.
 */
@Command(
        name = "run",
        description = "Runs a workload in all configurations, side by side.",
        mixinStandardHelpOptions = true,
        subcommands = A1Command.class)
public final class MacroBenchmarks {
    private MacroBenchmarks() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs a command line; the exit code. */
    static int run(String... args) {
        CommandLine commandLine = new CommandLine(new MacroBenchmarks());
        commandLine.setExecutionExceptionHandler(
                (failure, command, parsed) -> {
                    if (failure instanceof BenchmarkException && failure.getCause() == null) {
                        command.getErr().println(failure.getMessage());
                    } else {
                        failure.printStackTrace(command.getErr());
                    }
                    return CommandLine.ExitCode.SOFTWARE;
                });
        return commandLine.execute(args);
    }
}
