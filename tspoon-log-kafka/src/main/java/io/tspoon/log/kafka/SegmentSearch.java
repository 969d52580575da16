/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.FlushFrame;
import io.tspoon.log.LogCorruptedException;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Finds where the segments of a part begin, without reading what is in between.
 *
 * <p>The flushes of a segment are numbered without a gap, with the header as number 0. Each takes
 * an offset, and so do the markers of Kafka's transactions. So the header of flush <i>n</i> at
 * offset <i>o</i> is at <i>o - n</i> or some offsets before. Beginning at the end, the search reads
 * a few messages up to the highest offset at which the next header may be, and continues from the
 * first of these messages:
 *
 * <pre>
 *  offset   10  11  12  13  14  15  16  17  18      M: a marker
 *  flush     0   1   M   2   3   M   0   1   M
 *                            read ^-----------^     header at 16; flush 3 at 14: header at 11 or before
 *            ^---^ read                             header at 10
 * </pre>
 *
 * <p>No message is read twice. If segments are so short that this skips little, more is read at
 * once. Memory: the offsets found, and one message. For one thread.
 */
final class SegmentSearch {
    /** Number of offsets read at a time; higher than the number of markers in most segments. */
    private static final int MIN_WIDTH = 4;

    private static final int MAX_WIDTH = 1024;
    private static final long NONE = -1;

    private final Messages messages;
    private final NavigableSet<Long> found = new TreeSet<>();

    /** The highest offset at which the next header may be. */
    private long last;

    /** Whether the lowest message read is not a header, so that its header is still to be found. */
    private boolean headerIsDue;

    /** The messages of a partition, in order. */
    interface Messages {
        /** Goes to an offset, at which there need not be a message. */
        void seek(long offset);

        /** The next message; null at the end. */
        @Nullable ConsumerRecord<byte[], byte[]> next() throws IOException;
    }

    private SegmentSearch(Messages messages, long last) {
        this.messages = messages;
        this.last = last;
    }

    /**
     * Finds the offsets of all headers.
     *
     * @param messages whose position this changes
     * @param begin the first existing offset
     * @param end the offset behind the last message
     * @throws LogCorruptedException if messages are damaged, missing, or not the log's; reading all
     *     of them reveals more
     */
    static NavigableSet<Long> find(Messages messages, long begin, long end) throws IOException {
        SegmentSearch search = new SegmentSearch(messages, end - 1);
        int width = MIN_WIDTH;
        while (search.last >= begin) {
            long first = Math.max(begin, search.last - width + 1);
            search.read(first);
            boolean skips = first - search.last > width;
            width = skips ? MIN_WIDTH : Math.min(2 * width, MAX_WIDTH);
        }
        if (search.headerIsDue) {
            throw unexpected(begin);
        }
        return search.found;
    }

    /** Reads from the given offset up to {@link #last}, and then moves {@link #last} before it. */
    private void read(long first) throws IOException {
        long before = first - 1;
        long number = NONE;
        messages.seek(first);
        ConsumerRecord<byte[], byte[]> message = messages.next();
        while (message != null && message.offset() <= last) {
            FlushFrame flush = decode(message);
            boolean isHeader = flush.kind() == FlushFrame.Kind.HEADER;
            if (isHeader != (flush.number() == 0)
                    || (!isHeader && number != NONE && flush.number() != number + 1)) {
                throw unexpected(message.offset());
            }
            if (number == NONE) {
                headerIsDue = !isHeader;
                before = Math.min(before, message.offset() - flush.number());
            }
            if (isHeader) {
                found.add(message.offset());
            }
            number = flush.number();
            message = messages.next();
        }
        last = before;
    }

    private static FlushFrame decode(ConsumerRecord<byte[], byte[]> message)
            throws LogCorruptedException {
        byte[] value = message.value();
        if (value == null) {
            throw unexpected(message.offset());
        }
        return FlushFrame.decode(value, "offset=" + message.offset());
    }

    private static LogCorruptedException unexpected(long offset) {
        return new LogCorruptedException(
                "[TSP-6210] Cannot find segments of log: flushes are missing or not the log's,"
                        + " offset="
                        + offset);
    }
}
