/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A window that moves forward over the bytes of a segment.
 *
 * <p>It is as large as the largest frame, and grows only as bytes come, whatever a damaged length
 * says. The end is where it was first met: what a running job appends later is not looked at.
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
     * @param offset where the stream begins in the segment
     */
    SegmentInput(InputStream in, long offset) {
        this.in = in;
        this.offset = offset;
    }

    /** Sees to it that so many bytes are in the window; false if the segment ends before. */
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

    /** Moves on within the window. */
    void skip(int count) {
        start += count;
        offset += count;
    }

    /** Where the window begins in the segment. */
    long offset() {
        return offset;
    }

    /** Where the window begins in {@link #bytes}; valid until the window is filled again. */
    int start() {
        return start;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Bytes in the window. */
    int available() {
        return end - start;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
