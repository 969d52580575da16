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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    private final List<Future<Moved>> underWay = new ArrayList<>();
    private final List<Path> staged = new ArrayList<>();
    private final List<Path> sources = new ArrayList<>();
    private final List<KeyedStateHandle> handles = new ArrayList<>();
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private long linkedBytes;
    private long fetchedBytes;
    private long linksNs;

    /**
     * @param stores where files may be kept
     * @param directory of the database
     * @param canceled closes streams when the task is canceled
     * @param fetchers fetch what is missing, and check what is suspected; are shut down here
     */
    Staging(
            List<KeptStore> stores,
            InstanceDirectory directory,
            CloseableRegistry canceled,
            ExecutorService fetchers) {
        this.stores = stores;
        this.directory = directory;
        this.canceled = canceled;
        this.fetchers = fetchers;
    }

    static ExecutorService fetchers(int threads) {
        return Executors.newFixedThreadPool(threads, Staging::thread);
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
        for (Future<Moved> each : underWay) {
            Moved moved = get(each);
            linkedBytes += moved.linked();
            fetchedBytes += moved.fetched();
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
            Found kept = find(each.getHandle());
            Path target = into.resolve(each.getLocalPath());
            boolean isTable = each.getLocalPath().endsWith(InstanceDirectory.SST);
            if (kept == null || !isTable) {
                fetch(each.getHandle(), target);
            } else if (kept.store().isToBeChecked(kept.name())) {
                underWay.add(fetchers.submit(() -> check(kept, each.getHandle(), target)));
            } else if (use(kept, target, true)) {
                linkedBytes += each.getStateSize();
            } else {
                fetch(each.getHandle(), target);
            }
        }
        for (HandleAndLocalPath each : remote.getPrivateState()) {
            Found kept = find(each.getHandle());
            Path target = into.resolve(each.getLocalPath());
            if (kept == null || !use(kept, target, false)) {
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

    private @Nullable Found find(StreamStateHandle handle) {
        if (!KeptName.isWorthKeeping(handle)) {
            return null;
        }
        String name = KeptName.of(handle);
        for (KeptStore store : stores) {
            Path file = store.find(name, handle.getStateSize());
            if (file != null) {
                return new Found(store, name, file);
            }
        }
        return null;
    }

    /** Links a file that is suspected, if it is good, or else fetches it. */
    private Moved check(Found kept, StreamStateHandle handle, Path target) throws IOException {
        return isGood(kept) && use(kept, target, true)
                ? new Moved(handle.getStateSize(), 0)
                : fetchNow(handle, target);
    }

    /** Whether the blocks of an immutable file are as they were written. */
    private boolean isGood(Found kept) throws IOException {
        if (canceled.isClosed()) {
            throw new IOException("[TSP-2347] Cannot fetch file of snapshot: the task is canceled");
        }
        try {
            TableCheck.check(kept.file());
            kept.store().trust(Set.of(kept.name()));
            return true;
        } catch (IOException e) {
            LOG.warn(
                    "[TSP-2353] Cannot use kept file: fetching it instead, file={}",
                    kept.file(),
                    e);
            kept.store().distrust(Set.of(kept.name()));
            return false;
        }
    }

    /** Whether a kept file could be used: it may be deleted meanwhile. */
    private boolean use(Found kept, Path target, boolean links) throws IOException {
        names.add(kept.name());
        try {
            if (!links || !isLinked(kept.file(), target)) {
                Files.copy(kept.file(), target);
            }
            return true;
        } catch (IOException e) {
            LOG.debug("Fetching file instead of using the kept one, file={}", kept.file(), e);
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
        underWay.add(fetchers.submit(() -> fetchNow(handle, target)));
    }

    private Moved fetchNow(StreamStateHandle handle, Path target) throws IOException {
        long size = Download.to(target, handle, canceled, RateLimit.NONE);
        return new Moved(0, KeptName.isWorthKeeping(handle) ? size : 0);
    }

    private static Moved get(Future<Moved> each) throws IOException {
        try {
            return each.get();
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

    /** Bytes of a file that was linked or fetched. */
    private record Moved(long linked, long fetched) {}

    /** A file that is kept. */
    private record Found(KeptStore store, String name, Path file) {}

    @Override
    public void close() {
        fetchers.shutdownNow();
        staged.forEach(InstanceDirectory::delete);
    }
}
