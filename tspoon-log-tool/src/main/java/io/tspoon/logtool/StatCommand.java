/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import io.tspoon.log.FileLogReader;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.TransactionReader;

import picocli.CommandLine.Command;

import java.io.IOException;
import java.util.List;

/** Prints a line of figures for each part. */
@Command(name = "stat", description = "Prints a line of figures for each part.")
final class StatCommand extends LogCommand {
    StatCommand(Output out) {
        super(out);
    }

    @Override
    int run(List<FileLogReader> parts) throws IOException {
        out.println("part\tsegments\tbytes\trecords\tfirst timestamp\tlast timestamp");
        for (FileLogReader reader : parts) {
            try (reader) {
                out.println(line(reader));
            }
        }
        return 0;
    }

    private static String line(FileLogReader reader) throws IOException {
        long records = 0;
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        TransactionReader transactions = new TransactionReader(reader);
        while (nextSegment(reader, transactions)) {
            LoggedTransaction transaction;
            while ((transaction = transactions.next()) != null) {
                long timestamp = transaction.timestamp();
                records++;
                first = Math.min(first, timestamp);
                last = Math.max(last, timestamp);
            }
        }
        return reader.part().getPath()
                + "\t"
                + reader.segments()
                + "\t"
                + reader.bytes()
                + "\t"
                + records
                + "\t"
                + (records == 0 ? "-\t-" : first + "\t" + last);
    }
}
