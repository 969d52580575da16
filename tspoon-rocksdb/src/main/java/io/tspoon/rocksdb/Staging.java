/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.state.DirectoryStateHandle;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalLocalKeyedStateHandle;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Makes of snapshots in the storage directories as a local copy of the snapshot has them, from
 * which Flink restores without a download.
 *
 * <p>Only immutable files are linked. MANIFEST, CURRENT and OPTIONS are copied, as a database that
 * is opened in place writes to them. Each handle keeps the range of key groups that it declares:
 * with another one Flink would not clip what lies outside, and a later merge would let values win
 * that have been superseded.
 */
final class Staging implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Staging.class);

    private final List<KeptStore> stores;
    private final InstanceDirectory directory;
    private final CloseableRegistry canceled;
    private final ExecutorService fetchers;
    private final List<Future<Long>> fetches = new ArrayList<>();
    private final List<Path> staged = new ArrayList<>();
    private final List<Path> sources = new ArrayList<>();
    private final List<KeyedStateHandle> handles = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private long linkedBytes;
    private long fetchedBytes;
    private long linksNs;

    /**
     * @param stores where files may be kept
     * @param directory of the database
     * @param canceled closes streams when the task is canceled
     * @param threads that fetch what is missing
     */
    Staging(
            List<KeptStore> stores,
            InstanceDirectory directory,
            CloseableRegistry canceled,
            int threads) {
        this.stores = stores;
        this.directory = directory;
        this.canceled = canceled;
        this.fetchers = Executors.newFixedThreadPool(threads, Staging::thread);
    }

    private static Thread thread(Runnable run) {
        Thread thread = new Thread(run, "tspoon kept files");
        thread.setDaemon(true);
        return thread;
    }

    /** Stages those of some snapshots of which any file is kept. */
    void stage(Collection<KeyedStateHandle> all) throws IOException {
        long begin = System.nanoTime();
        for (KeyedStateHandle handle : all) {
            if (handle instanceof IncrementalRemoteKeyedStateHandle remote && isAnyKept(remote)) {
                handles.add(stage(remote));
            } else {
                handles.add(handle);
                leaveToFlink(handle);
            }
        }
        for (Future<Long> fetch : fetches) {
            fetchedBytes += get(fetch);
        }
        linksNs = System.nanoTime() - begin;
    }

    private boolean isAnyKept(IncrementalRemoteKeyedStateHandle remote) {
        return remote.getSharedState().stream().anyMatch(each -> find(each.getHandle()) != null);
    }

    private KeyedStateHandle stage(IncrementalRemoteKeyedStateHandle remote) throws IOException {
        Path into = directory.scratch();
        staged.add(into);
        sources.add(into);
        for (HandleAndLocalPath each : remote.getSharedState()) {
            Path kept = find(each.getHandle());
            Path target = into.resolve(each.getLocalPath());
            boolean isTable = each.getLocalPath().endsWith(InstanceDirectory.SST);
            if (kept != null && isTable && use(each, kept, target, true)) {
                linkedBytes += each.getStateSize();
            } else {
                fetch(each.getHandle(), target);
            }
        }
        for (HandleAndLocalPath each : remote.getPrivateState()) {
            Path kept = find(each.getHandle());
            Path target = into.resolve(each.getLocalPath());
            if (kept == null || !use(each, kept, target, false)) {
                fetch(each.getHandle(), target);
            }
        }
        return new IncrementalLocalKeyedStateHandle(
                remote.getBackendIdentifier(),
                remote.getCheckpointId(),
                new DirectoryStateHandle(into, remote.getStateSize()),
                remote.getKeyGroupRange(),
                remote.getMetaDataStateHandle(),
                remote.getSharedState());
    }

    private @Nullable Path find(StreamStateHandle handle) {
        if (!KeptName.isWorthKeeping(handle)) {
            return null;
        }
        String name = KeptName.of(handle);
        for (KeptStore store : stores) {
            Path file = store.find(name, handle.getStateSize());
            if (file != null) {
                return file;
            }
        }
        return null;
    }

    /** Whether a kept file could be used: it may be deleted meanwhile. */
    private boolean use(HandleAndLocalPath each, Path kept, Path target, boolean links)
            throws IOException {
        names.add(KeptName.of(each.getHandle()));
        try {
            if (!links || !isLinked(kept, target)) {
                Files.copy(kept, target);
            }
            return true;
        } catch (IOException e) {
            LOG.debug("Fetching file instead of using the kept one, file={}", kept, e);
            Files.deleteIfExists(target);
            return false;
        }
    }

    private static boolean isLinked(Path kept, Path target) {
        try {
            Files.createLink(target, kept);
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            LOG.debug("Copying file instead of linking it, file={}", kept, e);
            return false;
        }
    }

    private void fetch(StreamStateHandle handle, Path target) {
        fetches.add(fetchers.submit(() -> fetchNow(handle, target)));
    }

    private long fetchNow(StreamStateHandle handle, Path target) throws IOException {
        InputStream in = handle.openInputStream();
        try (in) {
            canceled.registerCloseable(in);
            long size = Files.copy(in, target);
            if (size != handle.getStateSize()) {
                throw new IOException(
                        "[TSP-2345] Cannot fetch file: its size is wrong, handle="
                                + handle
                                + ", size="
                                + size);
            }
            return KeptName.isWorthKeeping(handle) ? size : 0;
        } finally {
            canceled.unregisterCloseable(in);
        }
    }

    private static long get(Future<Long> fetch) throws IOException {
        try {
            return fetch.get();
        } catch (ExecutionException e) {
            throw new IOException("[TSP-2346] Cannot fetch file of snapshot", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(
                    "[TSP-2347] Cannot fetch file of snapshot: the task is canceled", e);
        }
    }

    /** A snapshot that Flink downloads as a whole, or of which it has a local copy itself. */
    private void leaveToFlink(KeyedStateHandle handle) {
        if (handle instanceof IncrementalRemoteKeyedStateHandle remote) {
            for (HandleAndLocalPath each : remote.getSharedState()) {
                fetchedBytes += each.getStateSize();
            }
        } else if (handle instanceof IncrementalLocalKeyedStateHandle local) {
            DirectoryStateHandle copy = local.getDirectoryStateHandle();
            linkedBytes += copy.getStateSize();
            sources.add(copy.getDirectory());
        }
    }

    /** The snapshots for Flink to restore from. */
    Collection<KeyedStateHandle> handles() {
        return List.copyOf(handles);
    }

    /** Names of the kept files that are restored from; none if all comes from the storage. */
    Set<String> names() {
        return Set.copyOf(names);
    }

    /**
     * What the restore has moved. Ask before anything is compacted: of a snapshot that was merged
     * by its files the database has at least one file. A single snapshot is always the database.
     *
     * @return nothing if it cannot be told: the database runs already
     */
    RestoreCounts counts() {
        try {
            return counted();
        } catch (IOException | RuntimeException e) {
            LOG.debug("Not counting what the restore has moved", e);
            return RestoreCounts.NONE;
        }
    }

    private RestoreCounts counted() throws IOException {
        Map<Object, Long> present = directory.tables();
        long rebuilt = 0;
        for (Path each : handles.size() > 1 ? sources : List.<Path>of()) {
            Map<Object, Long> tables = InstanceDirectory.tables(each);
            if (tables.keySet().stream().noneMatch(present::containsKey)) {
                rebuilt += tables.values().stream().mapToLong(Long::longValue).sum();
            }
        }
        return new RestoreCounts(linkedBytes, fetchedBytes, rebuilt, linksNs / 1_000_000);
    }

    @Override
    public void close() {
        fetchers.shutdownNow();
        staged.forEach(InstanceDirectory::delete);
    }
}
