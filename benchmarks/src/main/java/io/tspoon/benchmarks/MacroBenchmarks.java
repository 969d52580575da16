/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Workload;

import picocli.CommandLine;

import java.util.List;

/**
 * Whole-job benchmarks; {@code benchmarks/run} starts it.
 *
 * <p>Exit code 0: measured and verified; 1: a job failed, a result is wrong, or memory grew; 2:
 * wrong options; 3: a ratio has lost too much.
 */
public final class MacroBenchmarks {
    private MacroBenchmarks() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs a command line; the exit code. */
    static int run(String... args) {
        return run(Workloads.all(), args);
    }

    /** The same with other workloads; in this JVM, as a process of its own has the usual ones. */
    static int run(List<Workload> workloads, String... args) {
        CommandLine commandLine = new CommandLine(new RunCommand(workloads));
        commandLine.setParameterExceptionHandler(
                (wrong, given) -> {
                    CommandLine command = wrong.getCommandLine();
                    command.getErr().println(wrong.getMessage());
                    command.getErr()
                            .println(
                                    "Try: " + command.getCommandSpec().qualifiedName() + " --help");
                    return CommandLine.ExitCode.USAGE;
                });
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
