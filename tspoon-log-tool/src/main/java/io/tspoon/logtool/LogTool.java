/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import org.apache.flink.annotation.Internal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;

/**
 * Shows and checks write-ahead logs in files; started by {@code tspoon-log-tool/tspoon-log}. Needs
 * no classes of the user.
 *
 * <p>Exit code 0: no problems; 1: a log is damaged or cannot be read, or the output cannot be
 * written; 2: wrong options.
 */
@Internal
@Command(
        name = "tspoon-log",
        description = "Shows and checks write-ahead logs in files.",
        synopsisSubcommandLabel = "COMMAND")
public final class LogTool {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this and exit.")
    boolean help;

    private LogTool() {}

    /**
     * Prints UTF-8 whatever the locale, because keys, paths and reasons may contain any character.
     */
    public static void main(String[] args) {
        System.exit(run(utf8(FileDescriptor.out), utf8(FileDescriptor.err), args));
    }

    private static Writer utf8(FileDescriptor to) {
        return new OutputStreamWriter(new FileOutputStream(to), StandardCharsets.UTF_8);
    }

    /**
     * Runs a command line with other outputs.
     *
     * @return the exit code
     */
    static int run(Writer out, Writer err, String... args) {
        Output lines = new Output(out);
        PrintWriter errors = new PrintWriter(err, true);
        return new CommandLine(new LogTool())
                .addSubcommand(new DumpCommand(lines))
                .addSubcommand(new VerifyCommand(lines, errors))
                .addSubcommand(new StatCommand(lines))
                .setOut(new PrintWriter(out, true))
                .setErr(errors)
                .setParameterExceptionHandler((wrong, given) -> refuse(wrong, errors))
                .setExecutionExceptionHandler((failure, command, given) -> fail(failure, errors))
                .execute(args);
    }

    private static int refuse(ParameterException wrong, PrintWriter err) {
        err.println(wrong.getMessage());
        String name = wrong.getCommandLine().getCommandSpec().qualifiedName();
        err.println("Try: " + name + " --help");
        return CommandLine.ExitCode.USAGE;
    }

    private static int fail(Exception failure, PrintWriter err) {
        if (failure instanceof IOException reason) {
            err.println(explain(reason));
        } else {
            failure.printStackTrace(err);
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** Some exceptions of file systems have only the name of a file as their message, or none. */
    static String explain(IOException failure) {
        String message = failure.getMessage();
        return message == null || failure instanceof FileSystemException
                ? failure.toString()
                : message;
    }
}
