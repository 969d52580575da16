/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.files;

import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.fs.hdfs.HadoopFileSystem;
import org.apache.flink.util.WrappingProxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;

/** Who may write to a file. */
public final class FileLeases {
    private static final Logger LOG = LoggerFactory.getLogger(FileLeases.class);
    private static final String HDFS = "hdfs";

    private FileLeases() {}

    /**
     * Shuts out whoever still writes to the file, and waits until its end is known; returns at once
     * if the file is closed, or if the file system knows no leases.
     *
     * <p>Of those that Flink brings along only HDFS does. There it is necessary, too: a file whose
     * writer is gone stays open for 20 minutes, and once its DataNodes were restarted nobody can
     * read it until then.
     *
     * @throws IOException if the file system cannot end the lease, or takes too long
     */
    public static void revoke(FileSystem files, Path path) throws IOException {
        if (!files.isDistributedFS()) {
            return;
        }
        // Classes of Hadoop are not to be touched where they may be missing.
        if (bare(files) instanceof HadoopFileSystem hadoop) {
            HdfsLeases.revoke(hadoop.getHadoopFileSystem(), path);
        } else if (HDFS.equals(files.getUri().getScheme())) {
            LOG.warn(
                    "Cannot end lease of an earlier run: the file system is wrapped, file={},"
                            + " class={}. Remove options fs.hdfs.limit, or see that no process of"
                            + " an earlier run lives",
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
