/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.files;

import org.apache.flink.core.fs.Path;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;

/** Ends leases of HDFS through Hadoop's client. */
final class HdfsLeases {
    private static final Logger LOG = LoggerFactory.getLogger(HdfsLeases.class);

    /** A NameNode gives up a DataNode that has not recovered a block after 30 of its heartbeats. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Asking more often would achieve nothing. */
    private static final Duration ASK_AGAIN = Duration.ofSeconds(10);

    private static final long PAUSE_MS = 100;

    private HdfsLeases() {}

    static void revoke(FileSystem files, Path path) throws IOException {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(path.toUri());
        if (files instanceof DistributedFileSystem hdfs) {
            revoke(hdfs, file);
            return;
        }
        // Perhaps a view on several file systems.
        org.apache.hadoop.fs.Path resolved = files.resolvePath(file);
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
        RemoteException refused = null;
        boolean closed = false;
        while (!closed) {
            long now = System.nanoTime();
            if (now - start > PATIENCE.toNanos()) {
                throw tooLate(path, refused);
            }
            if (now - nextCall >= 0) {
                nextCall = now + ASK_AGAIN.toNanos();
                try {
                    closed = hdfs.recoverLease(path);
                } catch (RemoteException e) {
                    refused = e; // in safe mode, or not enough copies yet
                }
            } else {
                pause();
                closed = hdfs.isFileClosed(path);
            }
        }
    }

    private static IOException tooLate(
            org.apache.hadoop.fs.Path path, @Nullable RemoteException refused) {
        return new IOException(
                "[TSP-3305] Cannot end lease of an earlier run: HDFS has not closed its file, file="
                        + path
                        + ", seconds="
                        + PATIENCE.toSeconds()
                        + ". See that a DataNode with its last block is up; if all copies are gone,"
                        + " move the file away and set log-accept-loss for one start",
                refused);
    }

    private static void pause() throws InterruptedIOException {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(
                    "[TSP-3306] Cannot wait for the end of a lease: interrupted");
        }
    }
}
