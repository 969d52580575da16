/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import io.tspoon.log.FileLogReader;
import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.TransactionReader;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

/** Reads everything and checks it; goes on with the next segment after damage. */
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
                damaged += isIntact(reader) ? 0 : 1;
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

    private boolean isIntact(FileLogReader reader) throws IOException {
        TransactionReader transactions = new TransactionReader(reader);
        boolean intact = true;
        boolean more = true;
        while (more) {
            try {
                more = checkSegment(transactions);
            } catch (LogCorruptedException e) {
                intact = false;
                spec.commandLine().getErr().println(e.getMessage());
            }
        }
        return intact;
    }

    private boolean checkSegment(TransactionReader transactions) throws IOException {
        if (!transactions.nextSegment()) {
            return false;
        }
        while (transactions.next() != null) {
            records++;
        }
        return true;
    }
}
