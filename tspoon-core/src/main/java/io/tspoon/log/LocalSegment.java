/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.List;

/**
 * A segment on a local disk: written past the page cache, to places that the file has already.
 *
 * <p>The page cache would cost a copy and fresh memory for what is hardly ever read, and each sync
 * of a file that grows makes the file system write to its journal. So zeros are written some way
 * ahead; they are cut off when the segment is closed, and stay there after a crash.
 *
 * <p>Only whole blocks can be written. The last one, if it is not full, is written again together
 * with what follows, its first bytes as they were: a crash cannot harm them as long as the disk
 * writes a sector, or does not.
 */
final class LocalSegment implements SegmentOutput {
    private static final Logger LOG = LoggerFactory.getLogger(LocalSegment.class);

    /** As much as the file holds is written ahead, within these bounds. */
    static final int LEAST_AHEAD = 1 << 16;

    static final int MOST_AHEAD = 1 << 20;

    private final FileChannel channel;
    private final FileChannel second;

    /**
     * Those that do not sync now; guarded by itself. If something could not be written, Linux tells
     * each open file once. So of two syncs at once by one of them, the wrong one might hear it.
     */
    private final ArrayDeque<FileChannel> idle;

    private final int blockSize;

    /** Whole blocks; what is before its position, less than one block, is in the file already. */
    private final ByteBuffer blocks;

    private final ByteBuffer zeros;

    /** Where in the file the buffer belongs. */
    private long place;

    /** How far the file reaches. */
    private long size;

    /** Of any thread's. */
    private volatile @Nullable IOException failed;

    /**
     * @param channel for writes, and for syncs
     * @param second of the same file, for a sync beside another one
     * @param blockSize unit of all writes
     * @param blocks aligned, a multiple of the block size
     * @param zeros as well
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

    /** For any thread, also while another one writes; two at once at most. */
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

    /** Fills the file with zeros up to this end, if it is shorter, and then further. */
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
