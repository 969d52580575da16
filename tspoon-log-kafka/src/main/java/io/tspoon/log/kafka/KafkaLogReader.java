/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.FlushFrame;
import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.LogReader;
import io.tspoon.log.RecordCursor;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Collections;
import java.util.NavigableSet;

/**
 * Reads one part, message by message, up to the end that it had when the reader was opened.
 *
 * <p>Invariant: the first message is the header of the requested segment, and the flushes of a
 * segment are numbered without a gap, with the header as number 0. Kafka has a message completely
 * or not at all, so no flush is ever torn and all damage is an error. For one thread.
 */
final class KafkaLogReader implements LogReader {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaLogReader.class);

    private static final long HEADER_NUMBER = 0;

    private final LogPart part;
    private final PartMessages messages;

    /** The header of the next segment, if it was read already, and its offset. */
    private @Nullable FlushFrame ahead;

    private long aheadAt;

    /** The number that the next flush must have, unless it is a header. */
    private long nextNumber = HEADER_NUMBER;

    /**
     * Whether everything up to the next header is skipped, because something before it is damaged.
     */
    private boolean skips;

    private byte @Nullable [] header;
    private long position;

    /** Whether records of the segment were requested, or something was damaged. */
    private boolean hasRead;

    /**
     * Where segments begin, known once one was skipped; empty if only reading everything can tell.
     */
    private @Nullable NavigableSet<Long> segments;

    private @Nullable RecordCursor records;

    /** The place of the segment's header, or of the flush whose records are being read. */
    private String place = "";

    private KafkaLogReader(LogPart part, PartMessages messages) {
        this.part = part;
        this.messages = messages;
    }

    /**
     * @param position at which a segment begins, or {@link LogReader#BEGINNING}
     */
    static KafkaLogReader open(KafkaLogSettings settings, LogPart part, long position)
            throws IOException {
        PartMessages messages =
                new PartMessages(
                        settings,
                        part,
                        // A reader that begins with the first segment usually only wants to list
                        // segments.
                        position == BEGINNING
                                ? ClientProperties.skippingConsumer(settings, part)
                                : ClientProperties.consumer(settings, part));
        try {
            KafkaLogReader reader = new KafkaLogReader(part, messages);
            if (position != BEGINNING) {
                reader.seek(position);
            }
            return reader;
        } catch (IOException | RuntimeException e) {
            messages.close();
            throw e;
        }
    }

    /**
     * Reads the rest of the current segment only if a part of it was read, or if something is
     * damaged.
     */
    @Override
    public boolean nextSegment() throws IOException {
        boolean skipsAll = header != null && !hasRead;
        header = null;
        if (skipsAll && ahead == null) {
            skipToNext();
        }
        hasRead = false;
        while (ahead == null) {
            if (!read()) {
                return false;
            }
        }
        header = ahead.body();
        position = aheadAt;
        place = placeOf(position);
        ahead = null;
        return true;
    }

    /** Goes to the beginning of the next segment, if it can be found without reading everything. */
    private void skipToNext() throws IOException {
        if (segments == null) {
            segments = find();
            messages.seek(position + 1);
        }
        if (!segments.isEmpty()) {
            Long next = segments.higher(position);
            messages.seek(next == null ? messages.end() : next);
            nextNumber = HEADER_NUMBER;
        }
    }

    private NavigableSet<Long> find() throws IOException {
        try {
            return SegmentSearch.find(messages, position, messages.end());
        } catch (LogCorruptedException e) {
            LOG.info(
                    "Reading all of a part of the log, for its segments cannot be found otherwise:"
                            + " {}, {}",
                    e.getMessage(),
                    part);
            return Collections.emptyNavigableSet();
        }
    }

    @Override
    public long position() {
        checkSegment();
        return position;
    }

    @Override
    public byte[] header() {
        return checkSegment();
    }

    @Override
    public byte @Nullable [] nextRecord() throws IOException {
        checkSegment();
        hasRead = true;
        while (true) {
            if (records != null) {
                byte[] record = records.next();
                if (record != null) {
                    return record;
                }
            }
            if (ahead != null || !read()) {
                return null;
            }
        }
    }

    @Override
    public String place() {
        return place;
    }

    private String placeOf(long offset) {
        return part + ", offset=" + offset;
    }

    /** Always 0: Kafka has a message completely or not at all. */
    @Override
    public long tornBytes() {
        return 0;
    }

    @Override
    public void close() {
        messages.close();
    }

    private byte[] checkSegment() {
        if (header == null) {
            throw new IllegalStateException(
                    "[TSP-6200] Cannot read segment of log: there is none, " + part);
        }
        return header;
    }

    /** Goes to a segment, and reads its header to check that one is there. */
    private void seek(long wanted) throws IOException {
        if (wanted < messages.begin() || wanted >= messages.end()) {
            throw new LogCorruptedException(
                    "[TSP-6201] Cannot read log: the segment is not there, position="
                            + wanted
                            + ", begin="
                            + messages.begin()
                            + ", end="
                            + messages.end()
                            + ", "
                            + part
                            + ". Recover from a checkpoint whose segments are kept");
        }
        messages.seek(wanted);
        if (!read() || ahead == null || aheadAt != wanted) {
            throw new LogCorruptedException(
                    "[TSP-6202] Cannot read log: no segment begins at the position, position="
                            + wanted
                            + ", "
                            + part
                            + ". Recover from another checkpoint or savepoint");
        }
    }

    /**
     * Reads the next message into {@link #ahead} or {@link #records}, or skips it.
     *
     * @return false at the end
     */
    private boolean read() throws IOException {
        records = null;
        try {
            ConsumerRecord<byte[], byte[]> message = messages.next();
            if (message == null) {
                return false;
            }
            take(message);
        } catch (LogCorruptedException e) {
            if (!skips) {
                skips = true;
                throw e;
            }
        }
        return true;
    }

    private void take(ConsumerRecord<byte[], byte[]> message) throws LogCorruptedException {
        String from = placeOf(message.offset());
        byte[] value = message.value();
        if (value == null) {
            throw new LogCorruptedException(
                    "[TSP-6203] Cannot read log: a message is empty, " + from);
        }
        FlushFrame flush = FlushFrame.decode(value, from);
        boolean isHeader = flush.kind() == FlushFrame.Kind.HEADER;
        long wanted = isHeader ? HEADER_NUMBER : nextNumber;
        if (flush.number() != wanted || (!isHeader && wanted == HEADER_NUMBER)) {
            throw new LogCorruptedException(
                    "[TSP-6204] Cannot read log: flushes are missing or not the log's, "
                            + from
                            + ", kind="
                            + flush.kind()
                            + ", number="
                            + flush.number()
                            + ", expected="
                            + (wanted == HEADER_NUMBER ? "a header, number 0" : wanted)
                            + ". Recover from another checkpoint or savepoint, and let nothing"
                            + " else write to the topic or delete from it");
        }
        nextNumber = flush.number() + 1;
        if (isHeader) {
            skips = false;
            ahead = flush;
            aheadAt = message.offset();
        } else {
            place = from;
            records = flush.records(from);
        }
    }
}
