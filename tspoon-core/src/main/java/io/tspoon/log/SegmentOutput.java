/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import java.io.Closeable;
import java.io.IOException;

/**
 * A segment that is being written. What is written becomes durable with the next sync.
 *
 * <p>Writes must not overlap each other. If {@link #syncsBesideWrites} is true, they may overlap a
 * sync by another thread; that sync may or may not cover them.
 */
interface SegmentOutput extends Closeable {
    /** Writes at the end. After a failure, nothing more may be written. */
    void write(byte[] bytes, int length) throws IOException;

    /** Waits until everything written before the call is durable. */
    void sync() throws IOException;

    /**
     * Cuts off what was written from an offset on, because its sync has failed: the file system may
     * show these bytes as if nothing had happened, and lose them when the power fails. Does nothing
     * if files cannot be truncated. For any thread.
     */
    void takeBack(long offset) throws IOException;

    /** Whether another thread may sync during a write, and two threads may sync at once. */
    boolean syncsBesideWrites();

    /** The size of the file, which may be more than what was written. */
    long size();
}
