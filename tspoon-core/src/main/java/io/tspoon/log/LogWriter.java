/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import java.io.Closeable;
import java.io.IOException;

/**
 * Appends to one part of a log. Used by one thread; never makes it wait for a disk or a broker,
 * except in {@link #roll} and {@link #close}.
 */
public interface LogWriter extends Closeable {

    /** Hears, on a thread of the log, that everything appended up to a ticket is durable. */
    @FunctionalInterface
    interface Durable {
        /** Called in the order of the tickets; one call may stand for several of them. */
        void durable(long ticket);
    }

    /** Who hears what has become durable; set once, before the first append. */
    void onDurable(Durable listener);

    /**
     * Appends encoded records, see {@link LogRecords}. What is appended while flushes are on their
     * way goes into the next one together (group commit). Does nothing after a failure, and when
     * the writer is closed: a job that fails may still decide what will never be seen.
     *
     * @param ticket a number that never falls from call to call; the one of the call before for
     *     records of which nobody is to hear before those of a later call are durable
     * @param records the bytes; copied before this returns, so the array may be used again
     * @param length how many bytes of the array count
     */
    void append(long ticket, byte[] records, int length);

    /**
     * Ends the segment, if there is one, and begins another. Waits until what was appended and the
     * new segment's header are durable; the listener may hear of the last tickets a little later.
     *
     * @param header at most {@link #maxHeaderBytes} long
     * @return the position of the new segment
     */
    long roll(byte[] header) throws IOException;

    /** How long a header may be. */
    default int maxHeaderBytes() {
        return FlushFrame.MAX_BODY_BYTES;
    }

    /**
     * Deletes the segments before the one that begins at the position. That goes on in the
     * background; what cannot be deleted is warned of and tried again with the next call. {@link
     * #close} waits for it, and may fail if it has failed.
     */
    void deleteBefore(long position) throws IOException;

    /** Size of what the part occupies, in bytes. */
    long bytes();
}
