/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import io.tspoon.log.FileLogReader;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.TransactionReader;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.List;

/** Prints each transaction as a line of JSON, part by part, in the order of the log. */
@Command(name = "dump", description = "Prints each transaction as a line of JSON.")
final class DumpCommand extends LogCommand {
    @Option(
            names = "--from-ts",
            paramLabel = "TIMESTAMP",
            description = "Only transactions with this execution timestamp or a higher one.")
    long fromTimestamp = Long.MIN_VALUE;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many transactions.")
    long limit = Long.MAX_VALUE;

    @Option(names = "--key", paramLabel = "KEY", description = "Only transactions with this key.")
    @Nullable String key;

    private long printed;

    DumpCommand(Output out) {
        super(out);
    }

    @Override
    int run(List<FileLogReader> parts) throws IOException {
        for (FileLogReader reader : parts) {
            try (reader) {
                TransactionReader transactions = new TransactionReader(reader);
                while (printed < limit && nextSegment(reader, transactions)) {
                    dumpSegment(transactions);
                }
            }
        }
        return 0;
    }

    private void dumpSegment(TransactionReader transactions) throws IOException {
        TransactionJson json = new TransactionJson(transactions.header());
        LoggedTransaction transaction;
        while (printed < limit && (transaction = transactions.next()) != null) {
            if (transaction.timestamp() >= fromTimestamp
                    && (key == null || key.equals(transaction.key()))) {
                out.println(json.of(transaction));
                printed++;
            }
        }
    }
}
