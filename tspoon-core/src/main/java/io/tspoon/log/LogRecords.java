/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.core.memory.DataOutputSerializer;

import java.io.IOException;
import java.util.zip.CRC32C;

/**
 * Encoded records, one after the other, as {@link LogWriter#append} takes them.
 *
 * <pre>
 *  bytes   field
 *  4       length of the payload
 *  4       CRC32C of the payload
 *  n       payload
 * </pre>
 *
 * <p>Grows with its content and is used again after {@link #clear}, so nothing is allocated for a
 * record, unless one made it grow beyond what others need. For one thread.
 */
public final class LogRecords {
    /** Bytes before the payload of a record. */
    public static final int PREFIX_BYTES = 8;

    /** What has so many bytes is to be appended before the next record. */
    public static final int LARGE_BYTES = 1 << 20;

    /** What a record may have, behind others that are not large yet. */
    private static final int MAX_RECORD_BYTES = FlushFrame.MAX_BODY_BYTES - LARGE_BYTES;

    /** A larger array is not kept; it becomes so large with records of up to LARGE_BYTES each. */
    private static final int MAX_KEPT_BYTES = 4 * LARGE_BYTES;

    private static final int INITIAL_BYTES = 1 << 12;
    private static final int NONE = -1;

    private final CRC32C checksum = new CRC32C();
    private DataOutputSerializer out = new DataOutputSerializer(INITIAL_BYTES);
    private int start = NONE;

    /** Begins a record; its payload is written to what this returns, until {@link #end}. */
    public DataOutputSerializer begin() throws IOException {
        if (start != NONE) {
            throw new IllegalStateException(
                    "Cannot begin log record: the one before has not ended, offset=" + start);
        }
        start = out.length();
        out.writeLong(0);
        return out;
    }

    /** Ends the record: puts its length and its checksum before the payload. */
    public void end() throws IOException {
        if (start == NONE) {
            throw new IllegalStateException("Cannot end log record: none has begun");
        }
        int payload = start + PREFIX_BYTES;
        int length = out.length() - payload;
        if (out.length() - start > MAX_RECORD_BYTES) {
            throw new IOException(
                    "Cannot log transaction: too large, bytes="
                            + length
                            + ", limit="
                            + (MAX_RECORD_BYTES - PREFIX_BYTES)
                            + ". Let a transaction write less");
        }
        checksum.reset();
        checksum.update(out.getSharedBuffer(), payload, length);
        out.writeIntUnsafe(length, start);
        out.writeIntUnsafe((int) checksum.getValue(), start + 4);
        start = NONE;
    }

    /** The bytes; the first {@link #length} of them count, until the next call of begin. */
    public byte[] array() {
        return out.getSharedBuffer();
    }

    public int length() {
        return out.length();
    }

    /** Forgets all records, and one that has not ended; keeps the array, but for a large one. */
    public void clear() {
        if (out.getSharedBuffer().length > MAX_KEPT_BYTES) {
            out = new DataOutputSerializer(INITIAL_BYTES);
        } else {
            out.clear();
        }
        start = NONE;
    }
}
