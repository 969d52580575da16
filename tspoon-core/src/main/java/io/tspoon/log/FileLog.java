/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A log in files, on any file system of Flink's that can make appended data durable: local disks,
 * NFS, HDFS.
 *
 * <p>The threads of a part write one file at a time; a flush costs one write and one sync. On a
 * local disk, the next flush may be written during the sync, and segment files grow ahead of the
 * data.
 *
 * <p>On HDFS, opening a part for writing shuts out its earlier writer. Other file systems cannot
 * keep a second job out: if one job still writes while another recovers, the second may miss what
 * the first has yet to write.
 *
 * @see LogFiles
 */
@PublicEvolving
public final class FileLog implements WriteAheadLog {
    private static final long serialVersionUID = 1L;

    /** Stores where an object appears as a whole when it is complete, and not before. */
    private static final Set<String> OBJECT_STORES =
            Set.of("s3", "s3a", "s3n", "s3p", "gs", "abfs", "abfss", "wasb", "wasbs", "oss");

    private static final String NAME_ONE = "Name a directory, such as file:///mnt/shared/logs";

    private final String directory;

    /**
     * @param directory URI of the directory, such as {@code hdfs://namenode/logs} or {@code
     *     file:///mnt/shared/logs}; created if it does not exist. Must denote the same place in
     *     every process that the job may run in
     */
    public FileLog(String directory) {
        this.directory = directory;
    }

    @Override
    public void validate() {
        if (directory == null || directory.isBlank()) {
            throw unusable(directory == null ? "it is null" : "it is empty", NAME_ONE);
        }
        Path path;
        try {
            path = new Path(directory);
        } catch (IllegalArgumentException e) {
            throw unusable("it is no URI (" + e.getMessage() + ")", NAME_ONE);
        }
        String scheme = path.toUri().getScheme();
        if (scheme == null) {
            throw unusable(
                    "without a scheme it may be another place in each process",
                    path.isAbsolute()
                            ? "Write file://" + directory + " or hdfs://<namenode>" + directory
                            : "Write the whole URI, such as file:///mnt/shared/logs");
        }
        if (OBJECT_STORES.contains(scheme.toLowerCase(Locale.ROOT))) {
            throw unusable(
                    "an object store cannot append to an object and make it durable",
                    "Use a directory on HDFS, NFS or a local disk, or a log on Kafka");
        }
        if (!path.isAbsolute()) {
            throw unusable("it is relative", "Write the whole path");
        }
    }

    private IllegalArgumentException unusable(String reason, String fix) {
        return new IllegalArgumentException(
                "[TSP-3000] Cannot use directory for write-ahead log: "
                        + reason
                        + ", directory="
                        + directory
                        + ". "
                        + fix);
    }

    @Override
    public List<Integer> parts(String graph) throws IOException {
        return LogFiles.parts(files(), LogFiles.graph(root(), graph));
    }

    @Override
    public LogWriter openWriter(String graph, int part, LogFailure failure) throws IOException {
        PartFiles files = PartFiles.in(files(), LogFiles.part(root(), graph, part));
        return new FileLogWriter(files, "tspoon log of " + graph + ", part " + part, failure);
    }

    @Override
    public LogReader openReader(String graph, int part, long position) throws IOException {
        return FileLogReader.open(files(), LogFiles.part(root(), graph, part), position);
    }

    @Override
    public long shut(String graph, int part) throws IOException {
        try (PartFiles files = PartFiles.in(files(), LogFiles.part(root(), graph, part))) {
            return files.next();
        }
    }

    @Override
    public void deleteBefore(String graph, int part, long position) throws IOException {
        PartFiles.deleteBefore(files(), LogFiles.part(root(), graph, part), position);
    }

    private Path root() {
        return new Path(directory);
    }

    private FileSystem files() throws IOException {
        return FileSystem.get(root().toUri());
    }

    @Override
    public String toString() {
        return "FileLog(" + directory + ")";
    }
}
