/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A window that moves forward over the bytes of a segment.
 *
 * <p>It is as large as the largest frame, and grows only as bytes arrive, whatever a damaged length
 * field says. The end is fixed when it is first reached: bytes that a running job appends later are
 * ignored.
 */
final class SegmentInput implements Closeable {
    private static final int INITIAL_BYTES = 1 << 16;

    private final InputStream in;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private int start;
    private int end;
    private long offset;
    private boolean exhausted;

    /**
     * @param offset of the stream's beginning in the segment
     */
    SegmentInput(InputStream in, long offset) {
        this.in = in;
        this.offset = offset;
    }

    /** Fills the window with at least this many bytes; false if the segment ends before. */
    boolean has(int count) throws IOException {
        while (end - start < count && !exhausted) {
            if (start > 0) {
                System.arraycopy(bytes, start, bytes, 0, end - start);
                end -= start;
                start = 0;
            }
            if (end == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(2L * bytes.length, count));
            }
            int read = in.read(bytes, end, bytes.length - end);
            if (read < 0) {
                exhausted = true;
            } else {
                end += read;
            }
        }
        return end - start >= count;
    }

    /** Moves the beginning of the window forward. */
    void skip(int count) {
        start += count;
        offset += count;
    }

    /** The window's offset in the segment. */
    long offset() {
        return offset;
    }

    /** The window's offset in {@link #bytes}; valid until the window is filled again. */
    int start() {
        return start;
    }

    byte[] bytes() {
        return bytes;
    }

    /** The number of bytes in the window. */
    int available() {
        return end - start;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
