/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.function.LongConsumer;

/**
 * Decodes what a {@link LogReader} reads, and says where it is if that fails.
 *
 * <pre>
 * TransactionReader transactions = new TransactionReader(reader);
 * while (transactions.nextSegment()) {
 *     LogHeader header = transactions.header();
 *     LoggedTransaction transaction;
 *     while ((transaction = transactions.next()) != null) { ... }
 * }
 * </pre>
 *
 * <p>The bytes come from an intact flush, so damage found here was there when they were written.
 * After a {@link LogCorruptedException}, {@link #nextSegment} goes on after the damage. For one
 * thread. Memory: that of the reader, and one transaction.
 */
@Internal
public final class TransactionReader {
    private interface Decoder<T> {
        T decode(byte[] bytes) throws IOException;
    }

    private final LogReader reader;
    private final LongConsumer marks;
    private @Nullable LogHeader header;
    private byte[] record = {};

    /** Leaves out marks. */
    public TransactionReader(LogReader reader) {
        this(reader, id -> {});
    }

    /**
     * @param marks gets the marks that are passed, see {@link LogMark}
     */
    public TransactionReader(LogReader reader, LongConsumer marks) {
        this.reader = reader;
        this.marks = marks;
    }

    /**
     * Goes to the next segment and skips the rest of the current one.
     *
     * @return false at the end
     */
    public boolean nextSegment() throws IOException {
        header = null;
        if (!reader.nextSegment()) {
            return false;
        }
        header = decode(LogHeader::decode, reader.header());
        return true;
    }

    /** Returns the header of the current segment. */
    public LogHeader header() {
        if (header == null) {
            throw new IllegalStateException(
                    "[TSP-3112] Cannot read segment of log: there is none at hand");
        }
        return header;
    }

    /** Returns the next transaction of the current segment; null at its end. */
    public @Nullable LoggedTransaction next() throws IOException {
        LogHeader current = header();
        byte[] bytes = reader.nextRecord();
        while (bytes != null && LogMark.is(bytes)) {
            marks.accept(LogMark.id(bytes));
            bytes = reader.nextRecord();
        }
        if (bytes == null) {
            return null;
        }
        LoggedTransaction transaction = decode(payload -> transaction(payload, current), bytes);
        record = bytes;
        return transaction;
    }

    /** Returns the record of the transaction that was read last; empty before the first. */
    public byte[] record() {
        return record;
    }

    private static LoggedTransaction transaction(byte[] payload, LogHeader header)
            throws IOException {
        LoggedTransaction transaction = LoggedTransaction.decode(payload);
        int states = header.states().size();
        for (LoggedUpdate update : transaction.updates()) {
            if (update.state() < 0 || update.state() >= states) {
                throw new LogCorruptedException(
                        "[TSP-3110] Cannot read logged transaction: unknown state, id="
                                + transaction.id()
                                + ", state="
                                + update.state()
                                + ", states="
                                + states);
            }
        }
        return transaction;
    }

    private <T> T decode(Decoder<T> decoder, byte[] bytes) throws LogCorruptedException {
        try {
            return decoder.decode(bytes);
        } catch (IOException | RuntimeException e) {
            boolean isExplained = e instanceof LogCorruptedException;
            throw new LogCorruptedException(
                    (isExplained
                                    ? e.getMessage()
                                    : "[TSP-3111] Cannot read log: an entry holds something else")
                            + ", "
                            + reader.place()
                            + ". It was written so; report this with the log",
                    e);
        }
    }
}
