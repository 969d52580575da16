/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/**
 * Decodes what a {@link LogReader} reads, and says where it lies if that fails.
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
 * <p>The bytes come out of an intact flush. So what is wrong here was wrong when it was written.
 */
public final class TransactionReader {
    private interface Decoder<T> {
        T decode(byte[] bytes) throws IOException;
    }

    private final LogReader reader;
    private @Nullable LogHeader header;
    private byte[] record = {};

    public TransactionReader(LogReader reader) {
        this.reader = reader;
    }

    /** Goes on to the next segment; skips what is left of the current one. False at the end. */
    public boolean nextSegment() throws IOException {
        header = null;
        if (!reader.nextSegment()) {
            return false;
        }
        header = header(reader.header(), reader.place());
        return true;
    }

    /** The header of the current segment. */
    public LogHeader header() {
        if (header == null) {
            throw new IllegalStateException("Cannot read segment of log: there is none at hand");
        }
        return header;
    }

    /** The next transaction of the current segment; null at its end. */
    public @Nullable LoggedTransaction next() throws IOException {
        LogHeader current = header();
        byte[] bytes = reader.nextRecord();
        if (bytes == null) {
            return null;
        }
        record = bytes;
        return decode(payload -> transaction(payload, current), bytes, reader.place());
    }

    /** The record of the transaction that was read last. */
    public byte[] record() {
        return record;
    }

    /**
     * Decodes a header.
     *
     * @param place where it comes from, for the message
     */
    static LogHeader header(byte[] bytes, String place) throws LogCorruptedException {
        return decode(LogHeader::decode, bytes, place);
    }

    private static LoggedTransaction transaction(byte[] payload, LogHeader header)
            throws IOException {
        LoggedTransaction transaction = LoggedTransaction.decode(payload);
        int states = header.states().size();
        for (LoggedUpdate update : transaction.updates()) {
            if (update.state() < 0 || update.state() >= states) {
                throw new LogCorruptedException(
                        "Cannot read logged transaction: unknown state, id="
                                + transaction.id()
                                + ", state="
                                + update.state()
                                + ", states="
                                + states);
            }
        }
        return transaction;
    }

    private static <T> T decode(Decoder<T> decoder, byte[] bytes, String place)
            throws LogCorruptedException {
        try {
            return decoder.decode(bytes);
        } catch (IOException e) {
            String message = e.getMessage();
            throw new LogCorruptedException(
                    (message == null ? "Cannot read log: an entry breaks off" : message)
                            + ", "
                            + place
                            + ". It was written so; report this with the log",
                    e);
        }
    }
}
