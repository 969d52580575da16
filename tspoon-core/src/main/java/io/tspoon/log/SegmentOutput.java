/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import java.io.Closeable;
import java.io.IOException;

/**
 * A segment that is written. What is written is durable after the next sync.
 *
 * <p>Writes come one after the other. Where the segment says so, they may come while another thread
 * syncs; that sync may or may not cover them.
 */
interface SegmentOutput extends Closeable {
    /** Writes at the end; after a failure nothing may be written. */
    void write(byte[] bytes, int length) throws IOException;

    /** Waits until all that had been written before is durable. */
    void sync() throws IOException;

    /**
     * Takes back what was written from an offset on, when a sync of it has failed: the file system
     * may show it as if nothing had happened, and lose it with the power. Does nothing where files
     * cannot be cut. For any thread.
     */
    void takeBack(long offset) throws IOException;

    /** Whether another thread may sync during a write, and two may sync at once. */
    boolean syncsBesideWrites();

    /** What the file occupies, which may be more than was written. */
    long size();
}
