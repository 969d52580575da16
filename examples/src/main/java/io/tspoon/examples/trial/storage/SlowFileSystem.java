/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial.storage;

import org.apache.flink.core.fs.BlockLocation;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;

/** The local file system, but what is read and written takes its time. */
final class SlowFileSystem extends FileSystem {
    private static final URI ROOT = URI.create("slow:/");

    /**
     * Asked for each time: to a task Flink gives one whose streams end with it, and this file
     * system outlives the task that was the first to use it.
     */
    private static FileSystem files() {
        return FileSystem.getLocalFileSystem();
    }

    @Override
    public FSDataInputStream open(Path path) throws IOException {
        return new SlowInput(files().open(SlowStorage.local(path)));
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return open(path);
    }

    @Override
    public FSDataOutputStream create(Path path, WriteMode mode) throws IOException {
        return new SlowOutput(files().create(SlowStorage.local(path), mode));
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return new SlowStatus(files().getFileStatus(SlowStorage.local(path)));
    }

    @Override
    public FileStatus @Nullable [] listStatus(Path path) throws IOException {
        FileStatus[] found = files().listStatus(SlowStorage.local(path));
        return found == null
                ? null
                : Arrays.stream(found).map(SlowStatus::new).toArray(FileStatus[]::new);
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length)
            throws IOException {
        FileStatus local = file instanceof SlowStatus slow ? slow.local : file;
        return files().getFileBlockLocations(local, start, length);
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        return files().delete(SlowStorage.local(path), recursive);
    }

    @Override
    public boolean mkdirs(Path path) throws IOException {
        return files().mkdirs(SlowStorage.local(path));
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        return files().rename(SlowStorage.local(from), SlowStorage.local(to));
    }

    @Override
    public Path getWorkingDirectory() {
        return new Path(ROOT);
    }

    @Override
    public Path getHomeDirectory() {
        return new Path(ROOT);
    }

    @Override
    public URI getUri() {
        return ROOT;
    }

    /** As storage that a cluster shares. */
    @Override
    public boolean isDistributedFS() {
        return true;
    }

    /** Whoever opens what it tells opens it in this file system. */
    private static final class SlowStatus implements FileStatus {
        private final FileStatus local;

        SlowStatus(FileStatus local) {
            this.local = local;
        }

        @Override
        public Path getPath() {
            return SlowStorage.slow(local.getPath());
        }

        @Override
        public long getLen() {
            return local.getLen();
        }

        @Override
        public long getBlockSize() {
            return local.getBlockSize();
        }

        @Override
        public short getReplication() {
            return local.getReplication();
        }

        @Override
        public long getModificationTime() {
            return local.getModificationTime();
        }

        @Override
        public long getAccessTime() {
            return local.getAccessTime();
        }

        @Override
        public boolean isDir() {
            return local.isDir();
        }
    }

    private static final class SlowInput extends FSDataInputStream {
        private final FSDataInputStream in;

        SlowInput(FSDataInputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            int read = in.read();
            SlowStorage.READ.pass(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, length);
            SlowStorage.READ.pass(Math.max(0, read));
            return read;
        }

        @Override
        public void seek(long position) throws IOException {
            in.seek(position);
        }

        @Override
        public long getPos() throws IOException {
            return in.getPos();
        }

        @Override
        public int available() throws IOException {
            return in.available();
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    private static final class SlowOutput extends FSDataOutputStream {
        private final FSDataOutputStream out;

        SlowOutput(FSDataOutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int one) throws IOException {
            out.write(one);
            SlowStorage.WRITTEN.pass(1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            SlowStorage.WRITTEN.pass(length);
        }

        @Override
        public long getPos() throws IOException {
            return out.getPos();
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void sync() throws IOException {
            out.sync();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
