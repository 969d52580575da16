/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.FileLog;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Histories of runs in a log on disk, and what is read back. Transactions are numbers, jobs are
 * letters.
 */
abstract class LogRecoveryFixture {
    /** Of a frame, see the log format. */
    static final int PREFIX_BYTES = 24;

    private static final int LENGTH_OFFSET = 8;
    static final Snapshot NOTHING = new Snapshot(Snapshot.NONE, "");

    @TempDir Path directory;

    private FileLog log;
    boolean acceptsLoss;

    @BeforeEach
    void open() {
        log = new FileLog(directory.toUri().toString());
    }

    record Segment(LogHeader header, long[] transactions) {}

    Segment run(String job, Snapshot restored, long... transactions) throws IOException {
        return segment(job, Beginning.RUN, restored, transactions);
    }

    Segment checkpoint(String job, long id, long... transactions) throws IOException {
        return segment(job, Beginning.CHECKPOINT, new Snapshot(id, job), transactions);
    }

    private Segment segment(String job, Beginning beginning, Snapshot of, long... transactions)
            throws IOException {
        return new Segment(LoggedNumbers.header("g", job, beginning, of), transactions);
    }

    void part(int part, Segment... segments) throws IOException {
        try (LogWriter writer = log.openWriter("g", part, cause -> {})) {
            long ticket = 0;
            for (Segment segment : segments) {
                writer.roll(segment.header().encode());
                for (long id : segment.transactions()) {
                    LogRecords records = LoggedNumbers.record(id);
                    writer.append(++ticket, records.array(), records.length());
                    writer.deleteBefore(Long.MIN_VALUE); // ends the flush
                }
            }
        }
    }

    /** A segment whose record is no transaction. */
    void wrongSegment(int part, byte[] header) throws IOException {
        try (LogWriter writer = log.openWriter("g", part, cause -> {})) {
            writer.roll(header);
            LogRecords records = new LogRecords();
            records.begin().write(1);
            records.end();
            writer.append(1, records.array(), records.length());
        }
    }

    Path segmentFile(int part, long sequence) {
        return directory.resolve(
                "g/" + part + "/" + String.format(Locale.ROOT, "%020d.log", sequence));
    }

    void delete(int part, long sequence) throws IOException {
        Files.delete(segmentFile(part, sequence));
    }

    /** Damages the header of a segment, or the first flush after it. */
    void damage(int part, long sequence, boolean behindHeader) throws IOException {
        damage(part, sequence, behindHeader ? 1 : 0);
    }

    void damage(int part, long sequence, int flush) throws IOException {
        Path file = segmentFile(part, sequence);
        byte[] bytes = Files.readAllBytes(file);
        int begin = 0;
        for (int before = 0; before < flush; before++) {
            begin += PREFIX_BYTES + ByteBuffer.wrap(bytes, begin + LENGTH_OFFSET, 4).getInt();
        }
        bytes[begin + PREFIX_BYTES] ^= 1;
        Files.write(file, bytes);
    }

    /** What a transaction takes that is alone in its flush. */
    static int flushBytes(long id) throws IOException {
        return PREFIX_BYTES + LoggedNumbers.record(id).length();
    }

    void cutOff(int part, long sequence) throws IOException {
        Path file = segmentFile(part, sequence);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
    }

    List<Long> recovered(String job, Snapshot restored, Integer... mustExist) throws Exception {
        return LoggedNumbers.recovered(
                log, "g", Origin.of(job, restored), acceptsLoss, Set.of(mustExist));
    }

    LogRecovery recovery(String job, Snapshot restored) {
        return new LogRecovery(log, "g", Origin.of(job, restored), acceptsLoss);
    }
}
