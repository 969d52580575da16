/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.core.fs.FSDataOutputStream;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A segment on any of Flink's file systems, which do not promise that two threads may use a stream.
 */
final class StreamSegment implements SegmentOutput {
    private final FSDataOutputStream stream;
    private final @Nullable Path local;
    private long size;

    /**
     * @param stream writes the file
     * @param local the path of the file if it is on this machine, else null
     */
    StreamSegment(FSDataOutputStream stream, @Nullable Path local) {
        this.stream = stream;
        this.local = local;
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
    public void takeBack(long offset) throws IOException {
        if (local != null) {
            try (FileChannel channel = FileChannel.open(local, StandardOpenOption.WRITE)) {
                channel.truncate(offset).force(true);
            }
        }
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
