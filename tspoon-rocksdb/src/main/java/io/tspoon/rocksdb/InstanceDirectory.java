/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.util.FileUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The directory of one database, so that it is known where Flink puts it: its base directory is the
 * only one in here, and has the database in {@code db} and, while a snapshot is written, hard links
 * of its files in {@code chk-n}.
 */
final class InstanceDirectory {
    static final String SST = ".sst";
    private static final Logger LOG = LoggerFactory.getLogger(InstanceDirectory.class);
    private static final String DATABASE = "db";
    private static final String SNAPSHOT = "chk-";
    private static final String BASE = "job_";

    private final Path path;

    private InstanceDirectory(Path path) {
        this.path = path;
    }

    /**
     * Makes a directory.
     *
     * @param parent where the process has its databases
     */
    static InstanceDirectory in(Path parent) throws IOException {
        return new InstanceDirectory(
                Files.createDirectories(parent.resolve("tspoon-db-" + UUID.randomUUID())));
    }

    Path path() {
        return path;
    }

    /** A new directory beside the database, on the same file system. */
    Path scratch() throws IOException {
        return Files.createDirectory(path.resolve("scratch-" + UUID.randomUUID()));
    }

    /** Where Flink links the files of a snapshot that has no local copy; may not be there. */
    Path snapshot(long checkpoint) throws IOException {
        return base().resolve(SNAPSHOT + checkpoint);
    }

    /** Where the database has an immutable file, unless it was compacted away. */
    Path table(String name) throws IOException {
        return base().resolve(DATABASE).resolve(name);
    }

    /** The immutable files of the database, and the size of each, by what tells them apart. */
    Map<Object, Long> tables() throws IOException {
        return tables(base().resolve(DATABASE));
    }

    /** The same of any directory; a database may delete files meanwhile. */
    static Map<Object, Long> tables(Path directory) throws IOException {
        Map<Object, Long> sizes = new HashMap<>();
        for (Path file : list(directory)) {
            if (file.getFileName().toString().endsWith(SST)) {
                try {
                    BasicFileAttributes found =
                            Files.readAttributes(file, BasicFileAttributes.class);
                    Object inode = found.fileKey();
                    sizes.put(inode == null ? file : inode, found.size());
                } catch (NoSuchFileException e) {
                    LOG.debug("Database has deleted file, path={}", file, e);
                }
            }
        }
        return sizes;
    }

    static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private Path base() throws IOException {
        for (Path each : list(path)) {
            if (each.getFileName().toString().startsWith(BASE)) {
                return each;
            }
        }
        throw new IOException(
                "[TSP-2344] Cannot find database: nothing is in its directory, path=" + path);
    }

    void delete() {
        delete(path);
    }

    /** Deletes a directory; what cannot be deleted stays. */
    static void delete(Path directory) {
        try {
            FileUtils.deleteDirectory(directory.toFile());
        } catch (IOException e) {
            LOG.warn("[TSP-2340] Cannot delete directory, path={}", directory, e);
        }
    }
}
