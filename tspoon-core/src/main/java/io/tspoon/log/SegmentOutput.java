/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import java.io.Closeable;
import java.io.IOException;

/** A segment that is written. */
interface SegmentOutput extends Closeable {
    /** Writes at the end, and waits until it is durable; after a failure nothing may be written. */
    void append(byte[] bytes, int length) throws IOException;

    /** What the file occupies, which may be more than was written. */
    long size();
}
