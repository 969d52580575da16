/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Shows and checks write-ahead logs in files; {@code tspoon-log-tool/tspoon-log} starts it. Needs
 * no classes of the user.
 *
 * <p>Exit code 0: fine; 1: a log is damaged or cannot be read; 2: wrong options.
 */
@Command(
        name = "tspoon-log",
        description = "Shows and checks write-ahead logs in files.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DumpCommand.class, VerifyCommand.class, StatCommand.class})
public final class LogTool {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this and exit.")
    boolean help;

    private LogTool() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** Runs a command line with other outputs; the exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return commandLine().setOut(out).setErr(err).execute(args);
    }

    private static CommandLine commandLine() {
        return new CommandLine(new LogTool())
                .setParameterExceptionHandler(
                        (wrong, given) -> {
                            CommandLine command = wrong.getCommandLine();
                            command.getErr().println(wrong.getMessage());
                            String name = command.getCommandSpec().qualifiedName();
                            command.getErr().println("Try: " + name + " --help");
                            return CommandLine.ExitCode.USAGE;
                        })
                .setExecutionExceptionHandler(
                        (failure, command, parsed) -> {
                            if (failure instanceof IOException) {
                                command.getErr().println(failure.getMessage());
                            } else {
                                failure.printStackTrace(command.getErr());
                            }
                            return CommandLine.ExitCode.SOFTWARE;
                        });
    }
}
