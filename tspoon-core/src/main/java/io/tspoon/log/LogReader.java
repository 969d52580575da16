/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.PublicEvolving;
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
@PublicEvolving
public interface LogReader extends Closeable {
    /** The position before all segments. */
    long BEGINNING = Long.MIN_VALUE;

    /**
     * Goes to the next segment and skips the rest of the current one, damaged or not. After a
     * {@link LogCorruptedException} this method can be called again, to get past the damage.
     *
     * @return false at the end
     */
    boolean nextSegment() throws IOException;

    /** Returns the position of the current segment. */
    long position();

    /** Returns the header of the current segment. */
    byte[] header();

    /** Returns the next record of the current segment, verified; null at its end. */
    byte @Nullable [] nextRecord() throws IOException;

    /** Returns where the flush that was read last begins, for messages; empty before the first. */
    String place();

    /** Returns the number of bytes in torn flushes that were skipped so far. */
    long tornBytes();

    /** Returns where the torn flushes that were skipped last begin, for messages. */
    default String tornPlace() {
        return place();
    }
}
