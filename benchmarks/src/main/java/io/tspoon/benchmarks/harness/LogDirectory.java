/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A directory for the logs of one round, on a disk if the user says so; deleted in the end, also if
 * the JVM is told to end before.
 */
public final class LogDirectory implements AutoCloseable {
    private static final int SYNCS = 200;
    private static final int APPENDED_BYTES = 128;

    /** File systems that keep nothing, so that a sync costs nothing. */
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    private final Path directory;
    private final ShutdownHook hook;

    private LogDirectory(Path directory) {
        this.directory = directory;
        this.hook = ShutdownHook.of(() -> deleteAll(directory));
    }

    /**
     * Creates a directory.
     *
     * @param parent where to
     */
    public static LogDirectory create(Path parent) {
        try {
            Files.createDirectories(parent);
            return new LogDirectory(Files.createTempDirectory(parent, "tspoon-log-"));
        } catch (IOException e) {
            throw new BenchmarkException("Cannot create directory for log: parent=" + parent, e);
        }
    }

    /** A URI in the directory; it does not exist yet. */
    public String uri(String name) {
        return directory.resolve(name).toUri().toString();
    }

    /** Size of all files under a name, in bytes. */
    public long size(String name) {
        try (Stream<Path> all = Files.walk(directory.resolve(name))) {
            return all.map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
        } catch (IOException e) {
            throw new BenchmarkException("Cannot measure log: directory=" + directory, e);
        }
    }

    /** What file system it is on, for example {@code ext4}. */
    public String fileSystem() {
        try {
            return Files.getFileStore(directory).type();
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** Whether a sync to such a file system is free, and figures say nothing. */
    public static boolean isInMemory(String fileSystem) {
        return IN_MEMORY.contains(fileSystem);
    }

    /** Median of what it takes to append some bytes to a file and to sync it, in milliseconds. */
    public double syncMs() {
        double[] spent = new double[SYNCS];
        Path file = directory.resolve("sync");
        Set<StandardOpenOption> options =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options)) {
            for (int i = 0; i < SYNCS; i++) {
                long start = System.nanoTime();
                channel.write(ByteBuffer.allocate(APPENDED_BYTES));
                channel.force(true);
                spent[i] = (System.nanoTime() - start) / 1e6;
            }
        } catch (IOException e) {
            throw new BenchmarkException("Cannot measure sync: file=" + file, e);
        } finally {
            delete(file);
        }
        Arrays.sort(spent);
        return spent[SYNCS / 2];
    }

    @Override
    public void close() {
        hook.close();
        deleteAll(directory);
    }

    private static void deleteAll(Path directory) {
        try {
            FileTree.delete(directory);
        } catch (IOException e) {
            throw new BenchmarkException("Cannot delete log: directory=" + directory, e);
        }
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new BenchmarkException("Cannot delete log: path=" + path, e);
        }
    }
}
