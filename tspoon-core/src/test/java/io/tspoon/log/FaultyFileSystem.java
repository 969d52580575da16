/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.core.fs.BlockLocation;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Local files on a file system of another name, with syncs and deletions that wait and disks that
 * are full.
 */
final class FaultyFileSystem extends FileSystem {
    static final long UNLIMITED = Long.MAX_VALUE;

    private final FileSystem local = FileSystem.getLocalFileSystem();

    /** Sizes of the writes, and "sync", in the order in which they came. */
    final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    /** A sync takes one; none means that it waits. */
    final Semaphore syncs = new Semaphore(1_000_000);

    /** Released by each sync that begins. */
    final Semaphore begunSyncs = new Semaphore(0);

    /** A deletion takes one; none means that it waits. */
    final Semaphore deletions = new Semaphore(1_000_000);

    /** Released by each deletion that begins. */
    final Semaphore begunDeletions = new Semaphore(0);

    volatile long room = UNLIMITED;
    volatile boolean syncFails;
    volatile boolean createsDevFull;
    volatile boolean deleteFails;

    /** So often a listing gives null; for one thread. */
    int listingsToFail;

    void blockSyncs() {
        syncs.drainPermits();
        begunSyncs.drainPermits();
    }

    void blockDeletions() {
        deletions.drainPermits();
        begunDeletions.drainPermits();
    }

    @Override
    public FSDataOutputStream create(Path path, WriteMode mode) throws IOException {
        return createsDevFull
                ? local.create(new Path("file:///dev/full"), WriteMode.OVERWRITE)
                : new Stream(local.create(path, mode));
    }

    private final class Stream extends FSDataOutputStream {
        private final FSDataOutputStream out;

        Stream(FSDataOutputStream out) {
            this.out = out;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            calls.add(Integer.toString(length));
            int fits = (int) Math.min(room, length);
            out.write(bytes, offset, fits);
            if (fits < length) {
                throw new IOException("No space left on device");
            }
            if (room != UNLIMITED) {
                room -= length;
            }
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void sync() throws IOException {
            begunSyncs.release();
            syncs.acquireUninterruptibly();
            calls.add("sync");
            if (syncFails) {
                throw new IOException("Input/output error");
            }
            out.sync();
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public long getPos() throws IOException {
            return out.getPos();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        begunDeletions.release();
        deletions.acquireUninterruptibly();
        return !deleteFails && local.delete(path, recursive);
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        if (listingsToFail > 0) {
            listingsToFail--;
            return null;
        }
        return local.listStatus(path);
    }

    // ------------------------------------------------------------------ as the local one does

    @Override
    public Path getWorkingDirectory() {
        return local.getWorkingDirectory();
    }

    @Override
    public Path getHomeDirectory() {
        return local.getHomeDirectory();
    }

    @Override
    public URI getUri() {
        return URI.create("faulty:///");
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return local.getFileStatus(path);
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length)
            throws IOException {
        return local.getFileBlockLocations(file, start, length);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return local.open(path, bufferSize);
    }

    @Override
    public FSDataInputStream open(Path path) throws IOException {
        return local.open(path);
    }

    @Override
    public boolean mkdirs(Path path) throws IOException {
        return local.mkdirs(path);
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        return local.rename(from, to);
    }

    @Override
    public boolean isDistributedFS() {
        return false;
    }
}
