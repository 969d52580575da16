/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** A file on a disk that writes little at a time, is full, or cannot be synced, or not yet. */
final class FaultyChannel extends FileChannel {
    private final FileChannel file;

    /** Bytes that a write takes at most; whole blocks, as of a direct write. */
    int mostAtATime = Integer.MAX_VALUE;

    /** Where the disk is full. */
    long room = Long.MAX_VALUE;

    boolean syncFails;
    boolean truncateFails;

    /** Once, as Linux tells each open file of what could not be written. */
    final AtomicBoolean nextSyncFails = new AtomicBoolean();

    /** A sync takes one; none means that it waits. */
    Semaphore syncs = new Semaphore(1_000_000);

    /** Released by each sync that begins. */
    Semaphore begunSyncs = new Semaphore(0);

    FaultyChannel(FileChannel file) {
        this.file = file;
    }

    /**
     * A segment on a disk whose syncs wait.
     *
     * @param begun released by each sync that begins
     * @param syncs a sync takes one
     * @param channels gets those of the segment
     */
    static LocalSegment segment(
            Path file, Semaphore begun, Semaphore syncs, List<FaultyChannel> channels)
            throws IOException {
        for (int i = 0; i < 2; i++) {
            FaultyChannel channel =
                    new FaultyChannel(
                            FileChannel.open(
                                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
            channel.begunSyncs = begun;
            channel.syncs = syncs;
            channels.add(channel);
        }
        return new LocalSegment(
                channels.get(0),
                channels.get(1),
                512,
                ByteBuffer.allocate(4_096),
                ByteBuffer.allocate(4_096));
    }

    @Override
    public int write(ByteBuffer bytes, long position) throws IOException {
        int fits = (int) Math.min(Math.min(bytes.remaining(), mostAtATime), room - position);
        if (fits <= 0) {
            throw new IOException("No space left on device");
        }
        ByteBuffer first = bytes.slice(bytes.position(), fits);
        bytes.position(bytes.position() + fits);
        return file.write(first, position);
    }

    @Override
    public void force(boolean metaData) throws IOException {
        begunSyncs.release();
        syncs.acquireUninterruptibly();
        if (syncFails || nextSyncFails.getAndSet(false)) {
            throw new IOException("Input/output error");
        }
        file.force(metaData);
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        if (truncateFails) {
            throw new IOException("Input/output error");
        }
        return file.truncate(size);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        file.close();
    }

    // ------------------------------------------------------------------ not needed

    @Override
    public int read(ByteBuffer to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] to, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer bytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] bytes, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel position(long newPosition) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long size() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer to, long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }
}
