/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.bank.Workload;
import io.tspoon.benchmarks.bank.Workloads;
import io.tspoon.benchmarks.harness.BenchmarkException;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Whole-job benchmarks; {@code benchmarks/run} starts it.
 *
 * <p>Exit code 0: measured and verified; 1: a job failed or a result is wrong; 2: wrong options.
 */
@Command(
        name = "benchmarks/run",
        description = "Runs a workload in several configurations side by side.",
        synopsisSubcommandLabel = "WORKLOAD",
        subcommands = RoundCommand.class,
        footer = "%nBesides: benchmarks/run micro [PATTERN] runs the JMH benchmarks.")
public final class MacroBenchmarks {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this and exit.")
    boolean help;

    private MacroBenchmarks() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs a command line; the exit code. */
    static int run(String... args) {
        CommandLine commandLine = new CommandLine(new MacroBenchmarks());
        for (Workload workload : Workloads.all()) {
            commandLine.addSubcommand(workload.id(), WorkloadCommand.of(workload));
        }
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
