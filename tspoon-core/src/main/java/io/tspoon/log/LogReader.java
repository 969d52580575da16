/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;

/**
 * Reads one part of a log, segment by segment.
 *
 * <pre>
 * while (reader.nextSegment()) {
 *     byte[] header = reader.header();
 *     byte[] record;
 *     while ((record = reader.nextRecord()) != null) { ... }
 * }
 * </pre>
 */
public interface LogReader extends Closeable {
    /** The position before all segments. */
    long BEGINNING = Long.MIN_VALUE;

    /**
     * Goes on to the next segment; skips what is left of the current one, damage included. So after
     * a {@link LogCorruptedException} it can be called again, and gets behind what that was about.
     * False at the end.
     */
    boolean nextSegment() throws IOException;

    /** The position of the current segment. */
    long position();

    /** The header of the current segment. */
    byte[] header();

    /** The next record of the current segment, checked; null at its end. */
    byte @Nullable [] nextRecord() throws IOException;

    /** Where the flush begins that was read last, for messages; empty before the first. */
    String place();

    /** How many bytes of torn flushes were left out up to now. */
    long tornBytes();

    /** Where those begin that were left out last, for messages. */
    default String tornPlace() {
        return place();
    }
}
