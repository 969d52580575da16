/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
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
    /** Of the names of directories of kept files. */
    static final String PREFIX = "tspoon-kept-";

    /** Where files are that were fetched before the process was there whose they will be. */
    static final String FETCHED = PREFIX + "fetched";

    private static final Logger LOG = LoggerFactory.getLogger(KeptStore.class);

    /** Of one operator: more than it has instances in a process. */
    private static final int MOST_RETIRED = 256;

    /** The part of a disk that copies leave to databases. */
    private static final int RESERVE = 10;

    private static final Duration MOST_BETWEEN_SWEEPS = Duration.ofMinutes(1);

    /** Longer than any file is being fetched. */
    private static final Duration LEAST_FOR_PARTS = Duration.ofMinutes(10);

    private final Path root;
    private final long retentionMs;
    private final long mostBytes;
    private final LongSupplier clock;
    private final Map<String, Integer> holders = new HashMap<>();
    private final Map<String, List<Retired>> retired = new HashMap<>();
    private final Map<String, Long> suspected = new HashMap<>();
    private final Set<String> unchecked = new HashSet<>();
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
        makeRoot();
        sweep();
        adopt();
        deleteAbandoned();
    }

    /** Takes over what was fetched for the machine before this process was started. */
    private void adopt() {
        Path fetched = parent().resolve(FETCHED);
        if (root.equals(fetched) || !Files.isDirectory(fetched)) {
            return;
        }
        try {
            for (Path file : InstanceDirectory.list(fetched)) {
                if (!PartFile.is(file)) {
                    keep(file.getFileName().toString(), file);
                }
            }
            InstanceDirectory.delete(fetched);
        } catch (IOException e) {
            LOG.info("Leaving files to another process, path={}", fetched, e);
        }
    }

    private void makeRoot() throws IOException {
        Files.createDirectories(root);
        if (root.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** Where the databases are that files are kept of. */
    Path parent() {
        return Objects.requireNonNull(root.getParent());
    }

    /** Deletes what processes have left that are gone: nobody has renewed the time of any file. */
    private void deleteAbandoned() {
        try {
            for (Path each : InstanceDirectory.list(parent())) {
                boolean isKept = each.getFileName().toString().startsWith(PREFIX);
                if (isKept && !each.equals(root) && newestMs(each) < sweptMs - retentionMs) {
                    InstanceDirectory.delete(each);
                }
            }
        } catch (IOException e) {
            LOG.debug("Who looks next deletes what is left, path={}", parent(), e);
        }
    }

    private static long newestMs(Path directory) throws IOException {
        long newest = Files.getLastModifiedTime(directory).toMillis();
        for (Path file : InstanceDirectory.list(directory)) {
            newest = Math.max(newest, Files.getLastModifiedTime(file).toMillis());
        }
        return newest;
    }

    /** Where the file of a name is; null if it is not kept, or of another size. */
    @Nullable Path find(String name, long size) {
        Path file = root.resolve(name);
        OptionalLong found = size(file);
        return found.isPresent() && found.getAsLong() == size ? file : null;
    }

    private static OptionalLong size(Path file) {
        try {
            return OptionalLong.of(Files.size(file));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** Whether a file of this size may be fetched: a copy must not fill the disk of databases. */
    boolean hasRoom(long size) throws IOException {
        synchronized (this) {
            if (size > mostBytes - bytes) {
                return false;
            }
        }
        FileStore disk = Files.getFileStore(root);
        return isLeft(size, disk.getUsableSpace(), disk.getTotalSpace());
    }

    /** Whether the disk still has its reserve when it has so many bytes more. */
    static boolean isLeft(long size, long usable, long total) {
        return usable - size >= total / RESERVE;
    }

    /** Where a file may be written before it is kept: beside the others, and none of them. */
    Path part(String name) {
        return root.resolve(name + PartFile.SUFFIX + UUID.randomUUID());
    }

    /**
     * Keeps a file, instead of one of another size that has its name.
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
            OptionalLong before = size(file);
            long added = size - before.orElse(0);
            if (bytes + added > mostBytes) {
                return false;
            }
            if (!Files.exists(root)) {
                makeRoot(); // another process took this one for gone
            }
            Files.setLastModifiedTime(source, FileTime.fromMillis(clock.getAsLong()));
            Files.move(source, file, StandardCopyOption.REPLACE_EXISTING); // a rename
            files += before.isPresent() ? 0 : 1;
            bytes += added;
        }
        return true;
    }

    /** Files are needed until they are released as often. */
    synchronized void hold(Collection<String> names) {
        names.forEach(name -> holders.merge(name, 1, Integer::sum));
    }

    /** Who has held files needs them no more; those that nobody else holds are deleted. */
    void release(Collection<String> names) {
        names.forEach(this::release); // others wait for a single deletion
    }

    private synchronized void release(String name) {
        Integer left = holders.computeIfPresent(name, (key, count) -> count - 1);
        if (left != null && left <= 0) {
            holders.remove(name);
            delete(name);
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
     * <p>Instances that fail over and over leave the same, which counts once.
     *
     * @param group of the instances of one operator
     */
    synchronized void retire(String group, Collection<String> names) {
        Retired one = new Retired(clock.getAsLong(), Set.copyOf(names));
        hold(one.names());
        release(names);
        List<Retired> ended = retired.computeIfAbsent(group, key -> new ArrayList<>());
        ended.stream()
                .filter(each -> each.names().equals(one.names()))
                .findFirst()
                .ifPresent(same -> drop(ended, same));
        ended.add(one);
        if (ended.size() > MOST_RETIRED) {
            drop(ended, ended.get(0));
        }
    }

    private void drop(List<Retired> ended, Retired one) {
        ended.remove(one);
        release(one.names());
    }

    /**
     * An instance has ended without a checkpoint since it was restored from some files. If this has
     * happened to an instance before it, too, they are to be checked.
     */
    synchronized void suspect(Set<String> names, long beganMs) {
        for (String name : names) {
            Long before = suspected.get(name);
            if (before != null && before <= beganMs) {
                unchecked.add(name);
            } else if (Files.exists(root.resolve(name))) {
                suspected.put(name, clock.getAsLong());
            }
        }
    }

    /** Whether a file has to be checked before it is used. */
    synchronized boolean isToBeChecked(String name) {
        return unchecked.contains(name);
    }

    /** Some files are good: they were checked, or there was a checkpoint since they were used. */
    synchronized void trust(Set<String> names) {
        suspected.keySet().removeAll(names);
        unchecked.removeAll(names);
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
        long partsMs = Math.max(retentionMs, LEAST_FOR_PARTS.toMillis());
        long sum = 0;
        Set<String> there = new HashSet<>();
        try (Stream<Path> all = Files.list(root)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                OptionalLong size =
                        PartFile.is(file) ? PartFile.renew(file, sweptMs - partsMs) : renew(file);
                if (size.isPresent()) {
                    there.add(file.getFileName().toString());
                }
                sum += size.orElse(0);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        suspected.keySet().retainAll(there);
        unchecked.retainAll(there);
        files = there.size();
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
            suspected.remove(name);
            unchecked.remove(name);
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
    private record Retired(long endedMs, Set<String> names) {}
}
