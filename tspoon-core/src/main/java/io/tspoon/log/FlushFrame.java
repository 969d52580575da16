/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.PublicEvolving;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * What is written to the medium in one piece: the header of a segment, or the records of one flush.
 *
 * <pre>
 *  bytes   field
 *  4       magic, "TSPL"
 *  1       kind, 0 header, 1 records
 *  1       version, 4
 *  2       how many flushes directly before it may not have been durable when it was begun
 *  4       length of the body
 *  8       flush number
 *  4       CRC32C of the 20 bytes before and of the body
 *  n       body
 * </pre>
 *
 * <p>Big-endian. The version covers everything in the frame: records, transactions, headers. The
 * first 24 bytes and the range of the checksum are the same in every version. In version 1 the
 * number of flushes before is 0. Up to version 2, a header does not tell savepoints from
 * checkpoints. Up to version 3, transactions have neither the time of their input nor the input.
 *
 * @param kind the kind of the body
 * @param number number of the flush in its segment; the header is number 0
 * @param onTheWay how many flushes directly before it may not have been durable when it was begun
 * @param bytes the array that contains the frame
 * @param offset where the frame begins in the array
 * @param bodyLength length of the body in bytes
 */
@PublicEvolving
public record FlushFrame(
        Kind kind, long number, int onTheWay, byte[] bytes, int offset, int bodyLength) {
    /** Number of bytes in a frame before its body. */
    public static final int PREFIX_BYTES = 24;

    /** Maximum body size in bytes; so a damaged length cannot make a reader allocate all memory. */
    public static final int MAX_BODY_BYTES = 1 << 28;

    static final int MAGIC = 0x5453_504C;
    static final byte VERSION = 4;
    private static final byte OLDEST_VERSION = 1;

    private static final int KIND_AT = 4;
    private static final int VERSION_AT = 5;
    private static final int ON_THE_WAY_AT = 6;
    private static final int LENGTH_AT = 8;
    private static final int NUMBER_AT = 12;
    private static final int CHECKSUM_AT = 20;

    /** The kind of a frame's body. */
    @PublicEvolving
    public enum Kind {
        /** The header of a segment, see {@link LogHeader}. */
        HEADER,
        /** Records, see {@link LogRecords}. */
        RECORDS
    }

    /**
     * Completes a frame whose body is already in place, from {@link #PREFIX_BYTES} on.
     *
     * @param length length of the frame in bytes: the prefix and the body
     * @param onTheWay how many flushes directly before it may not be durable yet; also 0 if the
     *     medium never keeps a later flush without the earlier ones
     */
    public static void seal(byte[] frame, int length, Kind kind, long number, int onTheWay) {
        int bodyLength = length - PREFIX_BYTES;
        if (bodyLength > MAX_BODY_BYTES) {
            throw new IllegalArgumentException(
                    "[TSP-3007] Cannot write log: nobody could read so large a flush, kind="
                            + kind
                            + ", bytes="
                            + bodyLength
                            + ", limit="
                            + MAX_BODY_BYTES);
        }
        ByteBuffer buffer = ByteBuffer.wrap(frame);
        buffer.putInt(MAGIC).put((byte) kind.ordinal()).put(VERSION).putShort((short) onTheWay);
        buffer.putInt(bodyLength).putLong(number);
        buffer.putInt(checksum(frame, 0, bodyLength));
    }

    /**
     * Verifies and reads a frame that fills an array.
     *
     * @param place where the frame comes from, for the message
     */
    public static FlushFrame decode(byte[] frame, String place) throws LogCorruptedException {
        int bodyLength = bodyLength(frame, 0, frame.length);
        boolean whole = bodyLength >= 0 && bodyLength == frame.length - PREFIX_BYTES;
        if (!whole || !isIntact(frame, 0)) {
            throw new LogCorruptedException(
                    "[TSP-3104] Cannot read log: a flush is damaged, "
                            + place
                            + ", bytes="
                            + frame.length);
        }
        return read(frame, 0, place);
    }

    /** Returns the records of the body. */
    public RecordCursor records(String place) {
        return new RecordCursor(bytes, offset + PREFIX_BYTES, bodyLength, place);
    }

    /** Returns a copy of the body. */
    public byte[] body() {
        byte[] body = new byte[bodyLength];
        System.arraycopy(bytes, offset + PREFIX_BYTES, body, 0, bodyLength);
        return body;
    }

    /** Whether an earlier flush of the segment was durable when this one was begun. */
    boolean follows(long earlier) {
        return earlier < number - onTheWay;
    }

    /** Length of frame, prefix and body. */
    int length() {
        return PREFIX_BYTES + bodyLength;
    }

    /**
     * What a prefix says of the length of its body; -1 if none of any version can begin here.
     *
     * @param available how many bytes there are from the offset on
     */
    static int bodyLength(byte[] bytes, int offset, int available) {
        if (available < PREFIX_BYTES || !beginsWithMagic(bytes, offset)) {
            return -1;
        }
        int length = ByteBuffer.wrap(bytes).getInt(offset + LENGTH_AT);
        return length > MAX_BODY_BYTES ? -1 : Math.max(length, -1);
    }

    static boolean beginsWithMagic(byte[] bytes, int offset) {
        return bytes[offset] == (byte) (MAGIC >>> 24)
                && bytes[offset + 1] == (byte) (MAGIC >>> 16)
                && bytes[offset + 2] == (byte) (MAGIC >>> 8)
                && bytes[offset + 3] == (byte) MAGIC;
    }

    /** Whether the checksum of a whole frame is right. */
    static boolean isIntact(byte[] bytes, int offset) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int bodyLength = buffer.getInt(offset + LENGTH_AT);
        return buffer.getInt(offset + CHECKSUM_AT) == checksum(bytes, offset, bodyLength);
    }

    /** Reads a whole frame whose checksum is right. */
    static FlushFrame read(byte[] bytes, int offset, String place) throws LogCorruptedException {
        int version = bytes[offset + VERSION_AT];
        if (version < OLDEST_VERSION || version > VERSION) {
            throw new LogCorruptedException(
                    "[TSP-3105] Cannot read log: another version wrote it, "
                            + place
                            + ", version="
                            + version
                            + ", expected="
                            + OLDEST_VERSION
                            + " to "
                            + VERSION
                            + ". Read it with the version of tspoon that wrote it");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int kind = bytes[offset + KIND_AT];
        if (kind < 0 || kind > 1) {
            throw new LogCorruptedException(
                    "[TSP-3106] Cannot read log: a flush is of no known kind, "
                            + place
                            + ", kind="
                            + kind);
        }
        return new FlushFrame(
                kind == 0 ? Kind.HEADER : Kind.RECORDS,
                buffer.getLong(offset + NUMBER_AT),
                Short.toUnsignedInt(buffer.getShort(offset + ON_THE_WAY_AT)),
                bytes,
                offset,
                buffer.getInt(offset + LENGTH_AT));
    }

    private static int checksum(byte[] bytes, int offset, int bodyLength) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, offset, CHECKSUM_AT);
        checksum.update(bytes, offset + PREFIX_BYTES, bodyLength);
        return (int) checksum.getValue();
    }
}
