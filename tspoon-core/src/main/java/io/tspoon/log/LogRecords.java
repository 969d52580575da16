/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.core.memory.DataOutputSerializer;

import java.io.IOException;
import java.util.zip.CRC32C;

/**
 * A buffer of encoded records, one after the other, as {@link LogWriter#append} takes them.
 *
 * <pre>
 *  bytes   field
 *  4       length of the payload
 *  4       CRC32C of the payload
 *  n       payload
 * </pre>
 *
 * <p>Grows with its content and is reused after {@link #clear}. So a record allocates nothing,
 * unless one made the buffer grow beyond what others need. For one thread.
 */
@PublicEvolving
public final class LogRecords {
    /** Number of bytes before the payload of a record. */
    public static final int PREFIX_BYTES = 8;

    /** A buffer of this many bytes must be appended before the next record begins. */
    public static final int LARGE_BYTES = 1 << 20;

    /**
     * What a record may have beside the updates and elements of its transaction, such as its key.
     */
    public static final int RESERVE_BYTES = 1 << 20;

    /** Maximum size of a record after others that are not yet large. */
    private static final int MAX_RECORD_BYTES = FlushFrame.MAX_BODY_BYTES - LARGE_BYTES;

    /** A larger array is not kept; it becomes so large with records of up to LARGE_BYTES each. */
    private static final int MAX_KEPT_BYTES = 4 * LARGE_BYTES;

    private static final int INITIAL_BYTES = 1 << 12;
    private static final int NONE = -1;

    private final CRC32C checksum = new CRC32C();
    private DataOutputSerializer out = new DataOutputSerializer(INITIAL_BYTES);
    private int start = NONE;

    /** Begins a record. Write its payload to the returned serializer, then call {@link #end}. */
    public DataOutputSerializer begin() throws IOException {
        if (start != NONE) {
            throw new IllegalStateException(
                    "[TSP-3019] Cannot begin log record: the one before has not ended, offset="
                            + start);
        }
        start = out.length();
        out.writeLong(0);
        return out;
    }

    /**
     * Ends the record: puts its length and checksum before the payload.
     *
     * @throws IOException if the record is too large
     */
    public void end() throws IOException {
        if (start == NONE) {
            throw new IllegalStateException("[TSP-3020] Cannot end log record: none has begun");
        }
        int payload = start + PREFIX_BYTES;
        int length = out.length() - payload;
        if (out.length() - start > MAX_RECORD_BYTES) {
            throw new IOException(
                    "[TSP-3006] Cannot log transaction: too large, bytes="
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

    /**
     * Returns the bytes. The first {@link #length} of them are valid, until the next call of begin.
     */
    public byte[] array() {
        return out.getSharedBuffer();
    }

    public int length() {
        return out.length();
    }

    /** Discards all records, also one that has not ended. Keeps the array, unless it is large. */
    public void clear() {
        if (out.getSharedBuffer().length > MAX_KEPT_BYTES) {
            out = new DataOutputSerializer(INITIAL_BYTES);
        } else {
            out.clear();
        }
        start = NONE;
    }
}
