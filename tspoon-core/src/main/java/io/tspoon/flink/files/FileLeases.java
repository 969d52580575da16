/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.files;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.fs.hdfs.HadoopFileSystem;
import org.apache.flink.util.WrappingProxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;

/** Controls who may write to a file. */
@Internal
public final class FileLeases {
    private static final Logger LOG = LoggerFactory.getLogger(FileLeases.class);
    private static final String HDFS = "hdfs";

    private FileLeases() {}

    /**
     * Shuts out whoever still writes to the file, and waits until its end is known. Returns at once
     * if the file is closed, or if the file system has no leases.
     *
     * <p>Of the file systems that come with Flink, only HDFS has leases. There this is also
     * necessary: a file whose writer is gone stays open for 20 minutes, and after a restart of its
     * DataNodes nobody can read it until then.
     *
     * @throws IOException if the file system cannot end the lease, or takes too long
     */
    public static void revoke(FileSystem files, Path path) throws IOException {
        if (!files.isDistributedFS()) {
            return;
        }
        // Hadoop's classes must not be loaded unless they are needed: they may be missing.
        if (bare(files) instanceof HadoopFileSystem hadoop) {
            HdfsLeases.revoke(hadoop.getHadoopFileSystem(), path);
        } else if (HDFS.equals(files.getUri().getScheme())) {
            LOG.warn(
                    "[TSP-3307] Cannot end lease of an earlier run: the file system is wrapped,"
                        + " file={}, class={}. Remove options fs.hdfs.limit, or see that no process"
                        + " of an earlier run lives",
                    path,
                    files.getClass().getName());
        }
    }

    private static FileSystem bare(FileSystem files) {
        FileSystem bare = files;
        while (bare instanceof WrappingProxy<?> proxy
                && proxy.getWrappedDelegate() instanceof FileSystem wrapped) {
            bare = wrapped;
        }
        return bare;
    }
}
