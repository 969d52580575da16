/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import io.tspoon.log.FileLogReader;
import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.TransactionReader;

import picocli.CommandLine.Command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Reads and checks everything. After a problem, it continues with the next segment. */
@Command(name = "verify", description = "Checks everything that can be checked.")
final class VerifyCommand extends LogCommand {
    private final PrintWriter err;

    private long segments;
    private long flushes;
    private long records;
    private long tornBytes;
    private int damagedParts;
    private int unreadableFiles;

    VerifyCommand(Output out, PrintWriter err) {
        super(out);
        this.err = err;
    }

    @Override
    int run(List<FileLogReader> parts) throws IOException {
        for (FileLogReader reader : parts) {
            try (reader) {
                damagedParts += isDamaged(reader) ? 1 : 0;
            }
            segments += reader.segments();
            flushes += reader.flushes();
            tornBytes += reader.tornBytes();
        }
        out.println(
                String.format(
                        Locale.ROOT,
                        "%d files, %d flushes, %d records, %d torn bytes",
                        segments,
                        flushes,
                        records,
                        tornBytes));
        boolean intact = damagedParts == 0 && unreadableFiles == 0;
        out.println(intact ? "intact" : findings());
        return intact ? 0 : 1;
    }

    private String findings() {
        return "damaged parts: "
                + damagedParts
                + (unreadableFiles == 0 ? "" : ", unreadable files: " + unreadableFiles);
    }

    private boolean isDamaged(FileLogReader reader) {
        TransactionReader transactions = new TransactionReader(reader);
        boolean damaged = false;
        boolean more = true;
        while (more) {
            try {
                more = checkSegment(transactions);
            } catch (IOException e) {
                if (!reader.isDeleted()) {
                    err.println(LogTool.explain(e));
                    damaged |= e instanceof LogCorruptedException;
                    unreadableFiles += e instanceof LogCorruptedException ? 0 : 1;
                }
            }
        }
        return damaged;
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
