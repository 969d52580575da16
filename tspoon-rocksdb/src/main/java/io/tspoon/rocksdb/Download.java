/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.state.StreamStateHandle;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads files of checkpoints from the storage. */
final class Download {
    private static final int CHUNK = 1 << 16;

    private Download() {}

    /**
     * Writes a new file with the content of a handle.
     *
     * @param canceled closes the stream when nobody wants the file any more
     * @return its size, which is that of the handle
     */
    static long to(
            Path target, StreamStateHandle handle, CloseableRegistry canceled, RateLimit limit)
            throws IOException {
        InputStream in = handle.openInputStream();
        try (in;
                OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
            canceled.registerCloseable(in);
            long size = copy(in, out, target, limit);
            if (size != handle.getStateSize()) {
                throw new IOException(
                        "[TSP-2345] Cannot fetch file: its size is wrong, handle="
                                + handle
                                + ", size="
                                + size);
            }
            return size;
        } finally {
            canceled.unregisterCloseable(in);
        }
    }

    /** What cannot be written is told from what cannot be read. */
    static long copy(InputStream in, OutputStream out, Path target, RateLimit limit)
            throws IOException {
        byte[] chunk = new byte[CHUNK];
        long size = 0;
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            write(out, chunk, read, target);
            size += read;
            limit.passed(read);
        }
        return size;
    }

    private static void write(OutputStream out, byte[] chunk, int length, Path target)
            throws IOException {
        try {
            out.write(chunk, 0, length);
        } catch (IOException e) {
            throw new IOException(
                    "[TSP-2354] Cannot write file that is fetched: "
                            + e.getMessage()
                            + ", path="
                            + target
                            + ". Look at the room there",
                    e);
        }
    }
}
