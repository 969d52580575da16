/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.client.program.ProgramParametrizationException;
import picocli.CommandLine;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/** Runs the command line of an example, and explains what is wrong with an invalid one. */
public final class ExampleCommand {
    private ExampleCommand() {}

    /**
     * Runs the command and ends as its caller expects: an embedded job ends the process with the
     * exit code; a job that {@code flink run} submits throws.
     *
     * @param command annotated for picocli
     */
    public static void main(Callable<Integer> command, String[] args) {
        int code = run(command, args, writer(System.out), writer(System.err));
        if (ExampleFlink.isEmbedded()) {
            System.exit(code);
        } else if (code == CommandLine.ExitCode.USAGE) {
            throw new ProgramParametrizationException("See above.");
        } else if (code != CommandLine.ExitCode.OK) {
            throw new IllegalStateException("Cannot run job: see above, exitCode=" + code);
        }
    }

    /**
     * Runs the command and returns its exit code: 0 if all is well, 1 for a failure, 2 for wrong
     * use.
     */
    public static int run(
            Callable<Integer> command, String[] args, PrintWriter out, PrintWriter err) {
        return new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler(ExampleCommand::explainWrongUse)
                .setExecutionExceptionHandler(ExampleCommand::explain)
                .execute(args);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    private static int explainWrongUse(CommandLine.ParameterException wrong, String[] args) {
        CommandLine commandLine = wrong.getCommandLine();
        PrintWriter err = commandLine.getErr();
        err.println(
                "Cannot run "
                        + commandLine.getCommandName()
                        + ": "
                        + wrong.getMessage()
                        + ". See --help.");
        CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err);
        return CommandLine.ExitCode.USAGE;
    }

    private static int explain(
            Exception failure, CommandLine commandLine, CommandLine.ParseResult parsed) {
        boolean wrongUse =
                failure instanceof WrongUseException || failure instanceof InvalidGraphException;
        if (wrongUse) {
            commandLine.getErr().println(failure.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        commandLine.getErr().println("The job failed: " + cause);
        return CommandLine.ExitCode.SOFTWARE;
    }
}
