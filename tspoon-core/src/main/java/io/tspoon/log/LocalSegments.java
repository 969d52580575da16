/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import com.sun.nio.file.ExtendedOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Creates the segments of one part on a local disk, one at a time. All of them share their buffers,
 * half a megabyte outside of the heap.
 */
final class LocalSegments {
    private static final Logger LOG = LoggerFactory.getLogger(LocalSegments.class);

    /**
     * File systems that write in place. On all others, segments are written through Flink: on a
     * network, writing zeros first would cost bandwidth, and file systems that copy on write gain
     * nothing.
     */
    private static final Set<String> FILE_SYSTEMS =
            Set.of("ext2", "ext3", "ext4", "xfs", "overlay", "tmpfs");

    private static final int LEAST_BLOCK_BYTES = 1 << 9;
    private static final int MOST_BLOCK_BYTES = 1 << 16;
    private static final int BUFFER_BYTES = 1 << 18;

    private final int blockSize;
    private boolean direct = true;

    /** Allocated with the first segment, and shared by all later ones. */
    private @Nullable Buffers buffers;

    private record Buffers(ByteBuffer blocks, ByteBuffer zeros) {}

    /**
     * @param blockSize unit of all writes, a power of two
     */
    private LocalSegments(int blockSize) {
        this.blockSize = blockSize;
    }

    /** Segments in a directory; null if its file system is not suitable. */
    static @Nullable LocalSegments in(Path directory) {
        try {
            FileStore store = Files.getFileStore(directory);
            return in(store.type(), store.getBlockSize());
        } catch (IOException | UnsupportedOperationException e) {
            LOG.info(
                    "Log segments are written as on any file system, for that of directory={} is"
                            + " not known: {}",
                    directory,
                    e.toString());
            return null;
        }
    }

    static @Nullable LocalSegments in(String fileSystem, long blockSize) {
        boolean usable =
                FILE_SYSTEMS.contains(fileSystem)
                        && blockSize >= LEAST_BLOCK_BYTES
                        && blockSize <= MOST_BLOCK_BYTES
                        && Long.bitCount(blockSize) == 1;
        return usable ? new LocalSegments((int) blockSize) : null;
    }

    /** Creates a segment; the previous one must be closed. */
    LocalSegment create(Path file) throws IOException {
        // A separate step: a file that cannot be opened for direct writes would be created
        // nevertheless.
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).close();
        Buffers shared = buffers == null ? new Buffers(aligned(), aligned()) : buffers;
        buffers = shared;
        FileChannel channel = open(file, shared.zeros());
        try {
            FileChannel second = FileChannel.open(file, StandardOpenOption.WRITE);
            return new LocalSegment(channel, second, blockSize, shared.blocks(), shared.zeros());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private ByteBuffer aligned() {
        return ByteBuffer.allocateDirect(BUFFER_BYTES + blockSize)
                .alignedSlice(blockSize)
                .slice(0, BUFFER_BYTES);
    }

    private FileChannel open(Path file, ByteBuffer block) throws IOException {
        if (direct) {
            FileChannel channel = openDirect(file, block);
            if (channel != null) {
                return channel;
            }
            direct = false;
        }
        return FileChannel.open(file, StandardOpenOption.WRITE);
    }

    /**
     * Null if the file system does not support direct writes, which some report only at the first
     * write.
     */
    private @Nullable FileChannel openDirect(Path file, ByteBuffer block) throws IOException {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT);
            channel.write(block.clear().limit(blockSize), 0);
            return channel;
        } catch (IOException | UnsupportedOperationException e) {
            if (channel != null) {
                channel.close();
            }
            LOG.info(
                    "Log segments are written through the page cache, which costs some processor"
                            + " time, for direct writes do not work: file={}, reason={}",
                    file,
                    e.toString());
            return null;
        }
    }

    /** Whether the last segment was opened for direct writes. */
    boolean isDirect() {
        return direct;
    }
}
