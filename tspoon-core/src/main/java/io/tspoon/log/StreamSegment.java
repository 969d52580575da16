/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.core.fs.FSDataOutputStream;

import java.io.IOException;

/** A segment on any file system of Flink's; these do not say that two threads may use a stream. */
final class StreamSegment implements SegmentOutput {
    private final FSDataOutputStream stream;
    private long size;

    StreamSegment(FSDataOutputStream stream) {
        this.stream = stream;
    }

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        stream.write(bytes, 0, length);
        size += length;
    }

    @Override
    public void sync() throws IOException {
        stream.sync();
    }

    @Override
    public boolean syncsBesideWrites() {
        return false;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
