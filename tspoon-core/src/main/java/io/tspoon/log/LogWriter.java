/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.PublicEvolving;

import java.io.Closeable;
import java.io.IOException;

/**
 * Appends to one part of a log. For one thread, which waits for a disk or a broker in {@link #roll}
 * and {@link #close} only.
 */
@PublicEvolving
public interface LogWriter extends Closeable {

    /** Is told, on a thread of the log, that everything appended up to a ticket is durable. */
    @PublicEvolving
    @FunctionalInterface
    interface Durable {
        /** Called in the order of the tickets; one call may cover several of them. */
        void durable(long ticket);
    }

    /** Sets the listener for what has become durable; call this once, before the first append. */
    void onDurable(Durable listener);

    /**
     * Appends encoded records, see {@link LogRecords}. What is appended while flushes are in
     * progress goes into the next flush together (group commit). Does nothing after a failure or on
     * a closed writer, because a failing job may still decide transactions that nobody will see.
     *
     * @param ticket a number that never decreases from call to call. Pass the previous ticket again
     *     for records that the listener need not hear of before records of a later call are durable
     * @param records the bytes; copied before this method returns, so the array can be reused
     * @param length number of bytes of the array to append
     */
    void append(long ticket, byte[] records, int length);

    /**
     * Ends the current segment, if any, and begins a new one. Waits until everything appended and
     * the new header are durable; the listener may hear of the last tickets a little later.
     *
     * @param header at most {@link #maxHeaderBytes} bytes
     * @return the position of the new segment
     */
    long roll(byte[] header) throws IOException;

    /** Returns the maximum size of a header in bytes. */
    default int maxHeaderBytes() {
        return FlushFrame.MAX_BODY_BYTES;
    }

    /**
     * Deletes the segments before a position, in the background. A deletion that fails is logged as
     * a warning and retried with the next call. {@link #close} either waits for it, and fails if it
     * has failed, or leaves the rest to the next run.
     *
     * @param position start of the first segment to keep
     */
    void deleteBefore(long position) throws IOException;

    /** Returns the size of the part in bytes. */
    long bytes();
}
