/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.List;

/**
 * A segment on a local disk, written past the page cache and into space that the file already has.
 */
final class LocalSegment implements SegmentOutput {
    /*
     * The page cache would cost a copy and fresh memory for data that is hardly ever read. And each
     * sync of a growing file makes the file system write to its journal. Therefore zeros are
     * written some way ahead. They are cut off when the segment is closed, and remain after a
     * crash.
     *
     * Only whole blocks can be written. If the last block is not full, it is written again together
     * with what follows; its first bytes stay the same. A crash cannot harm those bytes as long as
     * the disk writes a sector completely or not at all.
     */

    private static final Logger LOG = LoggerFactory.getLogger(LocalSegment.class);

    /**
     * Zeros are written as far ahead as the file is long, within these bounds. The upper one is
     * what a crash may leave at the end of a file.
     */
    static final int LEAST_AHEAD = 1 << 16;

    static final int MOST_AHEAD = 1 << 20;

    private final FileChannel channel;
    private final FileChannel second;

    /**
     * The channels that are not being synced now. If a write has failed, Linux reports the error
     * once to each open file. If two syncs used one of them at the same time, the wrong sync might
     * get the error.
     */
    @GuardedBy("itself")
    private final ArrayDeque<FileChannel> idle;

    private final int blockSize;

    /**
     * Whole blocks. The bytes before its position, less than one block, are in the file already.
     */
    private final ByteBuffer blocks;

    private final ByteBuffer zeros;

    /** The offset of the buffer in the file. */
    private long place;

    /** The size of the file. */
    private long size;

    /** A failure of any thread; nothing is written after it. */
    private volatile @Nullable IOException failed;

    /**
     * @param channel for writes, and for syncs
     * @param second another channel to the same file, for a sync during another one
     * @param blockSize unit of all writes
     * @param blocks aligned; its capacity is a multiple of the block size
     * @param zeros likewise
     */
    LocalSegment(
            FileChannel channel,
            FileChannel second,
            int blockSize,
            ByteBuffer blocks,
            ByteBuffer zeros) {
        this.channel = channel;
        this.second = second;
        this.idle = new ArrayDeque<>(List.of(channel, second));
        this.blockSize = blockSize;
        this.blocks = blocks.clear();
        this.zeros = zeros;
    }

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        IOException before = failed;
        if (before != null) {
            throw new IOException(before.getMessage(), before);
        }
        try {
            reach(place + blocks.position() + length);
            int from = 0;
            while (from < length) {
                int count = Math.min(length - from, blocks.remaining());
                blocks.put(bytes, from, count);
                writeBlocks();
                from += count;
            }
        } catch (IOException e) {
            failed = e;
            throw e;
        }
    }

    /** For any thread, also during a write of another one; at most two at once. */
    @Override
    public void sync() throws IOException {
        FileChannel mine;
        synchronized (idle) {
            mine = idle.remove();
        }
        try {
            mine.force(false);
        } catch (IOException e) {
            failed = e;
            throw e;
        } finally {
            synchronized (idle) {
                idle.add(mine);
            }
        }
    }

    @Override
    public void takeBack(long offset) throws IOException {
        channel.truncate(offset).force(true);
    }

    /** Fills the file with zeros up to the given end if it is shorter, and then further ahead. */
    private void reach(long end) throws IOException {
        if (end <= size) {
            return;
        }
        fill(roundUp(end));
        try {
            fill(roundUp(end + Math.max(LEAST_AHEAD, Math.min(MOST_AHEAD, end))));
        } catch (IOException e) {
            LOG.debug("No room ahead in log segment: {}", e.toString());
        }
    }

    private void fill(long goal) throws IOException {
        size -= size % blockSize;
        while (size < goal) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), goal - size));
            size += channel.write(zeros, size);
        }
    }

    private void writeBlocks() throws IOException {
        int end = blocks.position();
        blocks.limit((int) roundUp(end));
        while (blocks.hasRemaining()) {
            blocks.put((byte) 0);
        }
        write(blocks.flip(), place);
        int rest = end % blockSize;
        blocks.clear();
        blocks.put(0, blocks, end - rest, rest).position(rest);
        place += end - rest;
    }

    private void write(ByteBuffer buffer, long at) throws IOException {
        long next = at;
        while (buffer.hasRemaining()) {
            next += channel.write(buffer, next);
        }
    }

    private long roundUp(long bytes) {
        return (bytes + blockSize - 1) / blockSize * blockSize;
    }

    @Override
    public boolean syncsBesideWrites() {
        return true;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void close() throws IOException {
        try (channel;
                second) {
            if (failed == null) {
                cutOff();
            }
        }
    }

    private void cutOff() {
        long end = place + blocks.position();
        try {
            channel.truncate(end);
            size = end;
        } catch (IOException e) {
            LOG.info("Zeros stay at the end of a log segment, as after a crash: {}", e.toString());
        }
    }
}
