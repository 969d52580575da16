/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.FlushFrame;

import java.util.List;

/**
 * What one message holds: the header of a segment, or what was appended in some calls. Does not
 * change.
 */
final class Flush {
    /** Stands for no ticket. */
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
     * @param ticket of the last call
     * @param pieces what was appended in each, in order
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

    /** That of the last call; {@link #NO_TICKET} of a header. */
    long ticket() {
        return ticket;
    }

    List<byte[]> pieces() {
        return pieces;
    }

    /** Of all pieces together. */
    int bytes() {
        return bytes;
    }

    /**
     * The message: a frame.
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
