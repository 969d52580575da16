/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.files;

import org.apache.flink.core.fs.Path;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;

/** Leases of HDFS, by Hadoop's client. */
final class HdfsLeases {
    private static final Logger LOG = LoggerFactory.getLogger(HdfsLeases.class);

    /** A NameNode gives up a DataNode that does not recover a block after 90 seconds. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** More often would do harm: each call invalidates what the one before has begun. */
    private static final Duration ASK_AGAIN = Duration.ofSeconds(10);

    private static final long PAUSE_MS = 100;

    private HdfsLeases() {}

    static void revoke(FileSystem files, Path path) throws IOException {
        org.apache.hadoop.fs.Path resolved =
                files.resolvePath(new org.apache.hadoop.fs.Path(path.toUri()));
        if (resolved.getFileSystem(files.getConf()) instanceof DistributedFileSystem hdfs) {
            revoke(hdfs, resolved);
        }
    }

    private static void revoke(DistributedFileSystem hdfs, org.apache.hadoop.fs.Path path)
            throws IOException {
        if (hdfs.isFileClosed(path)) {
            return;
        }
        LOG.info("Ending the lease of an earlier run, file={}", path);
        long start = System.nanoTime();
        long nextCall = start;
        boolean closed = false;
        while (!closed) {
            long now = System.nanoTime();
            if (now - start > PATIENCE.toNanos()) {
                throw new IOException(
                        "Cannot read file: HDFS has not ended the lease of who wrote it, file="
                                + path
                                + ", seconds="
                                + PATIENCE.toSeconds()
                                + ". See that a DataNode with its last block is up");
            }
            if (now - nextCall >= 0) {
                closed = hdfs.recoverLease(path);
                nextCall = now + ASK_AGAIN.toNanos();
            } else {
                pause();
                closed = hdfs.isFileClosed(path);
            }
        }
    }

    private static void pause() throws InterruptedIOException {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Cannot wait for the end of a lease: interrupted");
        }
    }
}
