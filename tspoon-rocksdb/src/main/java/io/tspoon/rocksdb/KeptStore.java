/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The kept files in one directory of a process: hard links, each named after the place of its
 * content in the storage.
 *
 * <p>What is in the directory is what is kept, so jobs one after the other share it, whatever class
 * loader they have. In memory there is only for whom files are kept: by {@link #hold} until {@link
 * #release}. A file that nobody holds is deleted at once if it was held here; if it was left by a
 * job that is gone, after the retention. As jobs of other class loaders cannot be asked, each store
 * renews the time of the files that it holds. A file that is deleted too early is fetched again,
 * nothing more.
 *
 * <p>A file appears under its name by a rename, so it is whole. Any thread may call.
 */
final class KeptStore {
    private static final Duration MOST_BETWEEN_SWEEPS = Duration.ofMinutes(1);

    private final Path root;
    private final long retentionMs;
    private final long mostBytes;
    private final LongSupplier clock;
    private final Map<String, Integer> holders = new HashMap<>();
    private final Map<String, List<Retired>> retired = new HashMap<>();
    private long sweptMs;
    private long files;
    private long bytes;

    /**
     * @param root is made if it is not there, for the user of the process only
     * @param retention of files that nobody holds
     * @param mostBytes how much is kept
     * @param clock milliseconds of the epoch
     */
    KeptStore(Path root, Duration retention, long mostBytes, LongSupplier clock)
            throws IOException {
        this.root = root;
        this.retentionMs = retention.toMillis();
        this.mostBytes = mostBytes;
        this.clock = clock;
        Files.createDirectories(root);
        if (root.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
        }
        sweep();
    }

    /** Where the file of a name is; null if it is not kept, or of another size. */
    @Nullable Path find(String name, long size) {
        Path file = root.resolve(name);
        try {
            return Files.size(file) == size ? file : null;
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Keeps a file.
     *
     * @param name of its content
     * @param source moved here; on the same file system
     * @return whether it is kept; it is not if there is no room
     */
    boolean keep(String name, Path source) throws IOException {
        long size = Files.size(source);
        Path file = root.resolve(name);
        synchronized (this) {
            if (find(name, size) != null) {
                return true;
            }
            if (bytes + size > mostBytes) {
                return false;
            }
            Files.setLastModifiedTime(source, FileTime.fromMillis(clock.getAsLong()));
            Files.move(source, file); // a rename
            files++;
            bytes += size;
        }
        return true;
    }

    /** Files are needed until they are released as often. */
    synchronized void hold(Collection<String> names) {
        names.forEach(name -> holders.merge(name, 1, Integer::sum));
    }

    /** Who has held files needs them no more; those that nobody else holds are deleted. */
    synchronized void release(Collection<String> names) {
        for (String name : names) {
            Integer left = holders.computeIfPresent(name, (key, count) -> count - 1);
            if (left != null && left <= 0) {
                holders.remove(name);
                delete(name);
            }
        }
    }

    /** Nobody may restore from files any more, whoever holds them. */
    synchronized void distrust(Collection<String> names) {
        names.forEach(this::delete);
    }

    /**
     * An instance has ended. What it held stays until those that have come after it need it no more
     * ({@link #releaseRetired}), or for the retention.
     *
     * @param group of the instances of one operator
     */
    synchronized void retire(String group, Collection<String> names) {
        retired.computeIfAbsent(group, key -> new ArrayList<>())
                .add(new Retired(clock.getAsLong(), List.copyOf(names)));
    }

    /** The instances of an operator need no more what those before them have held. */
    void releaseRetired(String group, long endedBeforeMs) {
        List<String> names = new ArrayList<>();
        synchronized (this) {
            List<Retired> ended = retired.getOrDefault(group, List.of());
            for (Iterator<Retired> each = ended.iterator(); each.hasNext(); ) {
                Retired one = each.next();
                if (one.endedMs() <= endedBeforeMs) {
                    names.addAll(one.names());
                    each.remove();
                }
            }
            if (ended.isEmpty()) {
                retired.remove(group);
            }
        }
        release(names);
    }

    /** At most once a minute: renews the time of what is held, and deletes what is too old. */
    void sweepIfDue() throws IOException {
        synchronized (this) {
            if (clock.getAsLong() - sweptMs < MOST_BETWEEN_SWEEPS.toMillis()) {
                return;
            }
        }
        long tooOld = clock.getAsLong() - retentionMs;
        for (String group : groups()) {
            releaseRetired(group, tooOld);
        }
        sweep();
    }

    private synchronized List<String> groups() {
        return List.copyOf(retired.keySet());
    }

    private synchronized void sweep() throws IOException {
        sweptMs = clock.getAsLong();
        long count = 0;
        long sum = 0;
        try (Stream<Path> all = Files.list(root)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                OptionalLong size = renew(file);
                count += size.isPresent() ? 1 : 0;
                sum += size.orElse(0);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        files = count;
        bytes = sum;
    }

    /** The size of a file that stays. */
    private OptionalLong renew(Path file) throws IOException {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            String name = file.getFileName().toString();
            if (holders.containsKey(name)) {
                Files.setLastModifiedTime(file, FileTime.fromMillis(sweptMs));
            } else if (found.lastModifiedTime().toMillis() < sweptMs - retentionMs) {
                Files.deleteIfExists(file);
                return OptionalLong.empty();
            }
            return OptionalLong.of(found.size());
        } catch (NoSuchFileException e) {
            return OptionalLong.empty(); // another job's store was quicker
        }
    }

    private void delete(String name) {
        Path file = root.resolve(name);
        try {
            long size = Files.size(file);
            if (Files.deleteIfExists(file)) {
                files--;
                bytes -= size;
            }
        } catch (IOException e) {
            // Not there, or not to be deleted: the sweep counts again.
        }
    }

    /** How many files are kept, about. */
    synchronized long files() {
        return files;
    }

    /** How many bytes are kept, about. */
    synchronized long bytes() {
        return bytes;
    }

    /** What instances that have ended held. */
    private record Retired(long endedMs, List<String> names) {}
}
