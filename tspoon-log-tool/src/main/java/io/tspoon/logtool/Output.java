/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * The output of commands. If it cannot be written, the command fails with an error, which a {@link
 * PrintWriter} would swallow.
 */
final class Output implements Closeable {
    private final BufferedWriter out;

    Output(Writer out) {
        this.out = new BufferedWriter(out);
    }

    /** Prints a line, which is buffered. */
    void println(String line) throws IOException {
        try {
            out.write(line);
            out.newLine();
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Writes what is buffered. The underlying writer stays open. */
    @Override
    public void close() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private static IOException unwritable(IOException cause) {
        return new IOException(
                "[TSP-7000] Cannot write output: "
                        + cause.getMessage()
                        + ". It ends before its time; see that there is room, and that who reads it"
                        + " reads all",
                cause);
    }
}
