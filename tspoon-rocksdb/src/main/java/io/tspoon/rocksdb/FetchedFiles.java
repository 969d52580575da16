/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.filesystem.AbstractFsCheckpointStorageAccess;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Files of a checkpoint that lie on a machine for the TaskManager that will start there.
 *
 * @param checkpoint that was taken
 * @param fetched how many came from the storage
 * @param bytes of these
 * @param present how many were there
 */
record FetchedFiles(Path checkpoint, int fetched, long bytes, int present) {
    private static final long PATIENCE_SECONDS = 60;
    private static final int THREADS = 4;
    private static final Duration FOR_EVER = Duration.ofDays(10_000);
    private static final Pattern CHECKPOINT = Pattern.compile("chk-\\d+");

    /** What to tell. */
    String line() {
        return "Fetched "
                + fetched
                + " files, "
                + bytes
                + " bytes of "
                + checkpoint
                + "; "
                + present
                + " were there already";
    }

    /**
     * Fetches what is missing.
     *
     * @param pointer a checkpoint, or a directory that has some
     * @param directory for databases of the TaskManager
     * @param keyGroups of instances whose files are wanted
     */
    static FetchedFiles fetch(String pointer, java.nio.file.Path directory, KeyGroupRange keyGroups)
            throws IOException {
        Path metadata = metadata(pointer);
        Map<String, HandleAndLocalPath> files = files(metadata, keyGroups);
        KeptStore store =
                new KeptStore(
                        directory.toAbsolutePath().resolve(KeptStore.FETCHED),
                        FOR_EVER,
                        Long.MAX_VALUE,
                        System::currentTimeMillis);
        List<HandleAndLocalPath> missing = new ArrayList<>();
        files.forEach(
                (name, file) -> {
                    if (store.find(name, file.getStateSize()) == null) {
                        missing.add(file);
                    }
                });
        fetch(missing, store);
        return new FetchedFiles(
                metadata.getParent(),
                missing.size(),
                missing.stream().mapToLong(HandleAndLocalPath::getStateSize).sum(),
                files.size() - missing.size());
    }

    private static Path metadata(String pointer) throws IOException {
        try {
            Optional<Path> newest = newest(new Path(pointer));
            String checkpoint = newest.map(Path::toString).orElse(pointer);
            return AbstractFsCheckpointStorageAccess.resolveCheckpointPointer(checkpoint)
                    .getMetadataHandle()
                    .getFilePath();
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "[TSP-2355] Cannot fetch files: there is no checkpoint, checkpoint="
                            + pointer
                            + ". Name the directory that has its _metadata, or that has chk-*",
                    e);
        }
    }

    /** Of those that are complete. */
    private static Optional<Path> newest(Path directory) throws IOException {
        FileStatus[] all = directory.getFileSystem().listStatus(directory);
        if (all == null) {
            throw new FileNotFoundException(directory.toString());
        }
        for (Path each :
                (Iterable<Path>)
                        Stream.of(all)
                                        .map(status -> status.getPath().getName())
                                        .filter(name -> CHECKPOINT.matcher(name).matches())
                                        .map(name -> new Path(directory, name))
                                        .sorted(
                                                Comparator.comparingLong(FetchedFiles::number)
                                                        .reversed())
                                ::iterator) {
            if (each.getFileSystem().exists(new Path(each, "_metadata"))) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    private static long number(Path checkpoint) {
        return Long.parseLong(checkpoint.getName().substring("chk-".length()));
    }

    /** By their names. */
    private static Map<String, HandleAndLocalPath> files(Path metadata, KeyGroupRange keyGroups)
            throws IOException {
        CheckpointFiles checkpoint = CheckpointFiles.read(metadata, new CloseableRegistry());
        if (checkpoint.parts().isEmpty()) {
            throw new IOException(
                    "[TSP-2356] Cannot fetch files: the checkpoint has none of RocksDB, checkpoint="
                            + metadata.getParent()
                            + ", formats="
                            + checkpoint.others()
                            + ". Name an incremental checkpoint or a native savepoint; a canonical"
                            + " savepoint has no files that can be linked");
        }
        Map<String, HandleAndLocalPath> files = new LinkedHashMap<>();
        for (CheckpointFiles.Part part : checkpoint.parts()) {
            if (part.keyGroups().getIntersection(keyGroups).getNumberOfKeyGroups() > 0) {
                part.files().forEach(each -> files.put(KeptName.of(each.getHandle()), each));
            }
        }
        if (files.isEmpty()) {
            throw new IOException(
                    "[TSP-2357] Cannot fetch files: no instance has these key groups, keyGroups="
                            + keyGroups
                            + ", checkpoint="
                            + metadata.getParent());
        }
        return files;
    }

    private static void fetch(List<HandleAndLocalPath> missing, KeptStore store)
            throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (CloseableRegistry canceled = new CloseableRegistry()) {
            Fetcher fetcher = new Fetcher(RateLimit.NONE, canceled);
            List<Future<Boolean>> fetches = new ArrayList<>();
            for (HandleAndLocalPath each : missing) {
                fetches.add(threads.submit(() -> fetcher.fetch(each, store)));
            }
            for (Future<Boolean> each : fetches) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        } finally {
            threads.shutdownNow();
            await(threads);
        }
    }

    /** Nobody writes there any more: what was not fetched as a whole is deleted. */
    private static void await(ExecutorService threads) {
        try {
            threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
