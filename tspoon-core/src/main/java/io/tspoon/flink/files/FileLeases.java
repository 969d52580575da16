/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.files;

import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.fs.hdfs.HadoopFileSystem;
import org.apache.flink.util.WrappingProxy;

import java.io.IOException;

/** Who may write to a file. */
public final class FileLeases {
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
        // Classes of Hadoop are not to be touched where they may be missing.
        if (bare(files) instanceof HadoopFileSystem hadoop) {
            HdfsLeases.revoke(hadoop.getHadoopFileSystem(), path);
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
