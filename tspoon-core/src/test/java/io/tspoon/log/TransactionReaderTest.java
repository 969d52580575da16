/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.transaction.Outcome;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is in intact flushes and still cannot be decoded is told with its place. */
@Timeout(60)
class TransactionReaderTest {
    @TempDir private Path directory;

    private FileLog log;
    private byte[] header;

    @BeforeEach
    void createLog() throws IOException {
        log = new FileLog(directory.toUri().toString());
        header = Records.header(Beginning.RUN);
    }

    @Test
    void decodesWhatIsThere() throws IOException {
        writeSegment(header, transaction(7), transaction(8));

        try (LogReader reader = open()) {
            TransactionReader transactions = new TransactionReader(reader);
            assertThat(transactions.nextSegment()).isTrue();
            assertThat(transactions.header().graph()).isEqualTo("bank");
            assertThat(timestampOfNext(transactions)).isEqualTo(7);
            assertThat(timestampOfNext(transactions)).isEqualTo(8);
            assertThat(LoggedTransaction.decode(transactions.record()).timestamp()).isEqualTo(8);
            assertThat(transactions.next()).isNull();
            assertThat(transactions.nextSegment()).isFalse();
            assertThatThrownBy(transactions::next).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void headerThatBreaksOffIsRefused() throws IOException {
        writeSegment(header, transaction(7));
        writeSegment(Arrays.copyOf(header, 3));

        try (LogReader reader = open()) {
            TransactionReader transactions = new TransactionReader(reader);
            assertThat(transactions.nextSegment()).isTrue();
            assertThatThrownBy(transactions::nextSegment)
                    .isInstanceOf(LogCorruptedException.class)
                    .hasMessageStartingWith(
                            "[TSP-3111] Cannot read log: an entry holds something else, file=")
                    .hasMessageContaining(segment(2) + ", offset=0. It was written so");
        }
    }

    /** Whether a checkpoint came after the tail cannot be told: so it is not called damaged. */
    @Test
    void headerThatIsNoneTellsNothingOfTheTailBeforeIt() throws IOException {
        writeSegment(header, transaction(7), transaction(8));
        Path first = directory.resolve(segment(1));
        byte[] bytes = Files.readAllBytes(first);
        Files.write(first, Arrays.copyOf(bytes, bytes.length - 1));
        writeSegment(Arrays.copyOf(header, 3));

        try (LogReader reader = open()) {
            TransactionReader transactions = new TransactionReader(reader);
            assertThat(transactions.nextSegment()).isTrue();
            assertThat(timestampOfNext(transactions)).isEqualTo(7);
            assertThat(transactions.next()).isNull();
            assertThatThrownBy(transactions::nextSegment)
                    .isInstanceOf(LogCorruptedException.class)
                    .hasMessageContaining("an entry holds something else");
        }
    }

    @Test
    void recordWithoutTransactionIsRefused() throws IOException {
        writeSegment(header, transaction(7), Records.of("none"));

        assertSecondIsRefused("[TSP-3111] Cannot read log: an entry holds something else, file=");
    }

    @Test
    void unknownStateIsRefused() throws IOException {
        writeSegment(header, transaction(7), update(8, 0));

        assertSecondIsRefused(
                "[TSP-3110] Cannot read logged transaction: unknown state, id=8, state=0, states=0,"
                        + " file=");
    }

    @Test
    void readingGoesOnBehindWhatIsRefused() throws IOException {
        writeSegment(header, Records.of("none"), transaction(7));
        writeSegment(Arrays.copyOf(header, 3), transaction(8));
        writeSegment(header, transaction(9));

        try (LogReader reader = open()) {
            TransactionReader transactions = new TransactionReader(reader);
            assertThat(transactions.nextSegment()).isTrue();
            assertThatThrownBy(transactions::next).isInstanceOf(LogCorruptedException.class);
            assertThatThrownBy(transactions::nextSegment).isInstanceOf(LogCorruptedException.class);
            assertThat(transactions.nextSegment()).isTrue();
            assertThat(timestampOfNext(transactions)).isEqualTo(9);
        }
    }

    private void assertSecondIsRefused(String start) throws IOException {
        int offset = 2 * FlushFrame.PREFIX_BYTES + header.length + transaction(7).length();
        try (LogReader reader = open()) {
            TransactionReader transactions = new TransactionReader(reader);
            assertThat(transactions.nextSegment()).isTrue();
            assertThat(timestampOfNext(transactions)).isEqualTo(7);
            assertThatThrownBy(transactions::next)
                    .isInstanceOf(LogCorruptedException.class)
                    .hasMessageStartingWith(start)
                    .hasMessageContaining(segment(1) + ", offset=" + offset);
        }
    }

    private static long timestampOfNext(TransactionReader transactions) throws IOException {
        LoggedTransaction transaction = transactions.next();
        assertThat(transaction).isNotNull();
        return transaction.timestamp();
    }

    private void writeSegment(byte[] withHeader, LogRecords... flushes) throws IOException {
        try (LogWriter writer = log.openWriter("bank", 0, new Heard())) {
            writer.roll(withHeader);
            for (int i = 0; i < flushes.length; i++) {
                writer.append(i + 1, flushes[i].array(), flushes[i].length());
                writer.deleteBefore(Long.MIN_VALUE); // ends the flush
            }
        }
    }

    private LogReader open() throws IOException {
        return log.openReader("bank", 0, LogReader.BEGINNING);
    }

    private static LogRecords transaction(long timestamp) throws IOException {
        LogRecords records = new LogRecords();
        TransactionEncoder encoder = begin(records, timestamp);
        encoder.updates(0);
        encoder.elements(0);
        encoder.end();
        return records;
    }

    private static LogRecords update(long timestamp, int state) throws IOException {
        LogRecords records = new LogRecords();
        TransactionEncoder encoder = begin(records, timestamp);
        encoder.updates(1);
        encoder.beginUpdate(state, true);
        encoder.endKey();
        encoder.elements(0);
        encoder.end();
        return records;
    }

    private static TransactionEncoder begin(LogRecords records, long timestamp) throws IOException {
        TransactionEncoder encoder = new TransactionEncoder(records);
        encoder.begin(timestamp, timestamp, Outcome.COMMITTED, 1, "", "", 0, 0);
        return encoder;
    }

    private static String segment(int sequence) {
        return String.format(Locale.ROOT, "bank/0/%020d.log", sequence);
    }
}
