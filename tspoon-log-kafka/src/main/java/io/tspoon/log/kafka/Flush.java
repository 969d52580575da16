/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.FlushFrame;

import java.util.List;

/**
 * The content of one message: the header of a segment, or the records of one or more appends.
 * Immutable.
 */
final class Flush {
    /** Means that there is no ticket. */
    static final long NO_TICKET = Long.MIN_VALUE;

    private final boolean isHeader;
    private final long ticket;
    private final List<byte[]> pieces;
    private final int bytes;

    private Flush(boolean isHeader, long ticket, List<byte[]> pieces) {
        this.isHeader = isHeader;
        this.ticket = ticket;
        this.pieces = pieces;
        this.bytes = pieces.stream().mapToInt(piece -> piece.length).sum();
    }

    /**
     * @param ticket of the last append
     * @param pieces the records of each append, in order
     */
    static Flush records(long ticket, List<byte[]> pieces) {
        return new Flush(false, ticket, pieces);
    }

    static Flush header(byte[] header) {
        return new Flush(true, NO_TICKET, List.of(header));
    }

    boolean isHeader() {
        return isHeader;
    }

    /** The ticket of the last append; {@link #NO_TICKET} for a header. */
    long ticket() {
        return ticket;
    }

    List<byte[]> pieces() {
        return pieces;
    }

    /** The number of bytes in all pieces. */
    int bytes() {
        return bytes;
    }

    /**
     * Encodes the flush as a frame, which is the message.
     *
     * @param number of the flush in its segment
     */
    byte[] encode(long number) throws FlushTooLargeException {
        if (bytes > FlushLimits.MAX_BYTES) {
            throw new FlushTooLargeException(
                    bytes,
                    isHeader
                            ? "a header describes the types of keys, values and elements: make"
                                    + " them smaller"
                            : "let a transaction write less");
        }
        byte[] frame = new byte[FlushFrame.PREFIX_BYTES + bytes];
        int end = FlushFrame.PREFIX_BYTES;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, frame, end, piece.length);
            end += piece.length;
        }
        FlushFrame.seal(
                frame, end, isHeader ? FlushFrame.Kind.HEADER : FlushFrame.Kind.RECORDS, number, 0);
        return frame;
    }
}
