/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * Where commands print. What cannot be written ends them, and is told; a {@link PrintWriter} would
 * keep it to itself.
 */
final class Output implements Closeable {
    private final BufferedWriter out;

    Output(Writer out) {
        this.out = new BufferedWriter(out);
    }

    /** Prints a line, which is written by and by. */
    void println(String line) throws IOException {
        try {
            out.write(line);
            out.newLine();
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Writes what is left. */
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
                "Cannot write output: "
                        + cause.getMessage()
                        + ". It ends before its time; see that there is room, and that who reads it"
                        + " reads all",
                cause);
    }
}
