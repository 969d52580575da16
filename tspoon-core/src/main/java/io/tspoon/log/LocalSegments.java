/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import com.sun.nio.file.ExtendedOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Creates the segments of one part on a local disk, one at a time: they share their buffers, half a
 * megabyte outside of the heap.
 */
final class LocalSegments {
    private static final Logger LOG = LoggerFactory.getLogger(LocalSegments.class);

    private static final int BUFFER_BYTES = 1 << 18;

    private final int blockSize;
    private final ByteBuffer blocks;
    private final ByteBuffer zeros;
    private boolean direct = true;

    /**
     * @param blockSize unit of all writes, a power of two
     */
    private LocalSegments(int blockSize) {
        this.blockSize = blockSize;
        this.blocks = aligned(blockSize);
        this.zeros = aligned(blockSize);
    }

    private static ByteBuffer aligned(int blockSize) {
        int capacity = Math.max(BUFFER_BYTES, blockSize);
        return ByteBuffer.allocateDirect(capacity + blockSize)
                .alignedSlice(blockSize)
                .slice(0, capacity);
    }

    /** Whether a directory is on a disk of this machine, and not on a server's. */
    static boolean isDisk(Path directory) throws IOException {
        String type = Files.getFileStore(directory).type().toLowerCase(Locale.ROOT);
        return Stream.of("nfs", "cifs", "smb", "fuse", "9p").noneMatch(type::startsWith);
    }

    static LocalSegments in(Path directory) throws IOException {
        return new LocalSegments((int) Files.getFileStore(directory).getBlockSize());
    }

    /** Creates a segment; the one before must be closed. */
    LocalSegment create(Path file) throws IOException {
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).close();
        return new LocalSegment(open(file), blockSize, blocks, zeros);
    }

    private FileChannel open(Path file) throws IOException {
        if (direct) {
            try {
                return FileChannel.open(file, StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT);
            } catch (IOException | UnsupportedOperationException e) {
                direct = false;
                LOG.info(
                        "The log is written through the page cache, which costs some processor"
                                + " time, for its file system knows no direct writes: file={},"
                                + " reason={}",
                        file,
                        e.toString());
            }
        }
        return FileChannel.open(file, StandardOpenOption.WRITE);
    }
}
