/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.ToIntBiFunction;

/** One call of an example, as from a command line. */
public record CommandRun(int exitCode, String out, String err) {
    /**
     * Calls it.
     *
     * @param command writes to standard output and standard error, and gives the exit code
     */
    public static CommandRun of(ToIntBiFunction<PrintWriter, PrintWriter> command) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = command.applyAsInt(new PrintWriter(out, true), new PrintWriter(err, true));
        return new CommandRun(exitCode, out.toString(), err.toString());
    }
}
