/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import java.util.ArrayDeque;

/** How many bytes of one writer are in segments that are kept. Not thread-safe. */
final class KeptBytes {
    private final ArrayDeque<Segment> segments = new ArrayDeque<>();
    private long written;
    private long deleted;

    void begin(long position) {
        segments.addLast(new Segment(position, written));
    }

    void add(int bytes) {
        written += bytes;
    }

    /** Removes the segments before the one at the position. */
    void deleteBefore(long position) {
        while (!segments.isEmpty() && segments.getFirst().position() < position) {
            segments.removeFirst();
        }
        deleted = segments.isEmpty() ? written : segments.getFirst().writtenBefore();
    }

    long bytes() {
        return written - deleted;
    }

    private record Segment(long position, long writtenBefore) {}
}
