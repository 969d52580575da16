/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import io.tspoon.log.FileLogReader;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LoggedTransaction;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

/** Reads everything and checks it; goes on with the next part after damage. */
@Command(name = "verify", description = "Checks everything that can be checked.")
final class VerifyCommand implements Callable<Integer> {
    @Mixin LogPath path;

    @Spec CommandSpec spec;

    private long segments;
    private long flushes;
    private long records;
    private long tornBytes;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        int damaged = 0;
        for (FileLogReader reader : path.open()) {
            try (reader) {
                verify(reader);
            } catch (IOException e) {
                damaged++;
                spec.commandLine().getErr().println(e.getMessage());
            }
            segments += reader.segments();
            flushes += reader.flushes();
            tornBytes += reader.tornBytes();
        }
        out.printf(
                "%d files, %d flushes, %d records, %d torn bytes%n",
                segments, flushes, records, tornBytes);
        out.println(damaged == 0 ? "intact" : "damaged parts: " + damaged);
        return damaged == 0 ? 0 : 1;
    }

    private void verify(FileLogReader reader) throws IOException {
        while (reader.nextSegment()) {
            try {
                LogHeader header = LogHeader.decode(reader.header());
                byte[] record;
                while ((record = reader.nextRecord()) != null) {
                    check(LoggedTransaction.decode(record), header);
                    records++;
                }
            } catch (IOException e) {
                throw placed(e, reader);
            }
        }
    }

    private static void check(LoggedTransaction transaction, LogHeader header) throws IOException {
        for (var update : transaction.updates()) {
            if (update.state() < 0 || update.state() >= header.states().size()) {
                throw new IOException(
                        "Cannot read logged transaction: unknown state, id="
                                + transaction.id()
                                + ", state="
                                + update.state()
                                + ", states="
                                + header.states().size());
            }
        }
    }

    /** What is wrong in a record does not know its file. */
    private static IOException placed(IOException e, FileLogReader reader) {
        String message = String.valueOf(e.getMessage());
        return message.contains("file=")
                ? e
                : new IOException(
                        message + ", file=" + reader.file() + ", offset=" + reader.offset(), e);
    }
}
