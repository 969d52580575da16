/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Iterates over encoded records, see {@link LogRecords}, and verifies each.
 *
 * <p>The bytes come from an intact frame. So damage found here was there when they were written,
 * and is never the end of an unfinished write.
 */
@PublicEvolving
public final class RecordCursor {
    private final CRC32C checksum = new CRC32C();
    private final byte[] bytes;
    private final int begin;
    private final int end;
    private final String place;
    private int next;

    RecordCursor(byte[] bytes, int offset, int length, String place) {
        this.bytes = bytes;
        this.begin = offset;
        this.end = offset + length;
        this.place = place;
        this.next = offset;
    }

    /** Returns the payload of the next record; null after the last. */
    public byte @Nullable [] next() throws LogCorruptedException {
        if (next == end) {
            return null;
        }
        if (end - next < LogRecords.PREFIX_BYTES) {
            throw damaged("no room for a record");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int length = buffer.getInt(next);
        int payload = next + LogRecords.PREFIX_BYTES;
        if (length < 0 || length > end - payload) {
            throw damaged("a record is longer than its flush");
        }
        checksum.reset();
        checksum.update(bytes, payload, length);
        if ((int) checksum.getValue() != buffer.getInt(next + 4)) {
            throw damaged("the checksum of a record is wrong");
        }
        next = payload + length;
        return Arrays.copyOfRange(bytes, payload, next);
    }

    private LogCorruptedException damaged(String reason) {
        return new LogCorruptedException(
                "[TSP-3107] Cannot read log: "
                        + reason
                        + " though its flush is intact, "
                        + place
                        + ", offset in body="
                        + (next - begin)
                        + ". It was written so; report this with the log");
    }
}
