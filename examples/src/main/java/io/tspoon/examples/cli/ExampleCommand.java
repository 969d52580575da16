/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

import io.tspoon.examples.text.UnreadableInputException;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.client.program.ProgramParametrizationException;
import picocli.CommandLine;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/** Runs the command line of an example, and explains what is wrong with an invalid one. */
public final class ExampleCommand {
    /** What the exit codes of all examples on orders, votes and payments mean. */
    public static final String EXIT_CODES =
            "Exit codes: 0 Sound; 1 the job failed; 2 wrong use; 3 NOT SOUND: results or books are"
                    + " wrong; 4 REJECTED: too little of the input could be read; 5 NOT CHECKED.";

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
     * Runs the command and returns its exit code: that of its {@link JobVerdict}, 1 for a failure,
     * 2 for wrong use.
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
        if (cause instanceof UnreadableInputException unreadable) {
            JobVerdict verdict =
                    JobVerdict.rejected(unreadable.getMessage() + ". " + unreadable.fix());
            commandLine.getOut().println(verdict.line());
            return verdict.exitCode();
        }
        commandLine.getErr().println("The job failed: " + cause);
        return CommandLine.ExitCode.SOFTWARE;
    }
}
