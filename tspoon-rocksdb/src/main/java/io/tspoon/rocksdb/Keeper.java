/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalLocalKeyedStateHandle;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Keeps the files of one instance's snapshots: what the newest checkpoints name, as many as Flink
 * retains and one more, and until there are these, what the instance was restored from.
 *
 * <p>Whatever goes wrong here, the snapshot goes on: what is not kept is fetched.
 *
 * <p>Snapshots are finished by threads of Flink's, the rest comes from the task's; all of it is
 * synchronized.
 */
final class Keeper {
    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);

    /** A task that fails so soon after a restore may have met a damaged file. */
    static final long SUSPICIOUS_MS = TimeUnit.MINUTES.toMillis(1);

    /** More snapshots than are under way at a time. */
    private static final int MOST_SNAPSHOTS = 100;

    private static final long RESTORED = Long.MIN_VALUE;

    private final KeptStore store;
    private final InstanceDirectory directory;
    private final String group;
    private final int checkpoints;
    private final LongSupplier clock;
    private final Set<String> restored;
    private final Thread task = Thread.currentThread();
    private final long beganMs;
    private final TreeMap<Long, Set<String>> held = new TreeMap<>();
    private final Set<Long> completed = new HashSet<>();
    private boolean warned;
    private boolean ended;

    /**
     * @param store on the same file system as the directory
     * @param directory of the database
     * @param group of the instances of this operator
     * @param retained how many checkpoints Flink retains
     * @param restored names of the kept files that the instance was restored from
     * @param clock milliseconds of the epoch
     */
    Keeper(
            KeptStore store,
            InstanceDirectory directory,
            String group,
            int retained,
            Set<String> restored,
            LongSupplier clock) {
        this.store = store;
        this.directory = directory;
        this.group = group;
        this.checkpoints = retained + 1;
        this.restored = restored;
        this.clock = clock;
        this.beganMs = clock.getAsLong();
        hold(RESTORED, restored);
    }

    /**
     * Links the files of a snapshot that is being written, as Flink deletes them with its end.
     *
     * @return where they are; null if Flink has a copy of its own, or none could be linked
     */
    @Nullable Path link(long checkpoint) {
        try {
            Path snapshot = directory.snapshot(checkpoint);
            if (!Files.isDirectory(snapshot)) {
                return null;
            }
            Path linked = directory.scratch();
            for (Path file : InstanceDirectory.list(snapshot)) {
                take(file, linked.resolve(file.getFileName()));
            }
            return linked;
        } catch (IOException | RuntimeException e) {
            warn(e);
            return null;
        }
    }

    /**
     * Keeps the files of a snapshot that is in the storage.
     *
     * @param linked where its files are, if Flink has no copy of them
     */
    void keep(long checkpoint, SnapshotResult<KeyedStateHandle> snapshot, @Nullable Path linked) {
        try {
            if (snapshot.getJobManagerOwnedSnapshot()
                    instanceof IncrementalRemoteKeyedStateHandle remote) {
                hold(checkpoint, keep(remote, files(snapshot, linked)));
            }
            store.sweepIfDue();
        } catch (IOException | RuntimeException e) {
            warn(e);
        } finally {
            if (linked != null) {
                InstanceDirectory.delete(linked);
            }
        }
    }

    private Path files(SnapshotResult<KeyedStateHandle> snapshot, @Nullable Path linked)
            throws IOException {
        if (linked != null) {
            return linked;
        }
        Path scratch = directory.scratch();
        if (snapshot.getTaskLocalSnapshot() instanceof IncrementalLocalKeyedStateHandle local) {
            Path copy = local.getDirectoryStateHandle().getDirectory();
            for (Path file : InstanceDirectory.list(copy)) {
                take(file, scratch.resolve(file.getFileName()));
            }
        }
        return scratch;
    }

    /** Immutable files have another name now; of those that are written to there is a copy. */
    private static void take(Path file, Path target) throws IOException {
        if (file.getFileName().toString().endsWith(InstanceDirectory.SST)) {
            Files.createLink(target, file);
        } else {
            Files.copy(file, target);
        }
    }

    private Set<String> keep(IncrementalRemoteKeyedStateHandle remote, Path files)
            throws IOException {
        Set<String> names = new HashSet<>();
        List<HandleAndLocalPath> all =
                Stream.concat(remote.getSharedState().stream(), remote.getPrivateState().stream())
                        .filter(each -> KeptName.isWorthKeeping(each.getHandle()))
                        .toList();
        for (HandleAndLocalPath each : all) {
            String name = KeptName.of(each.getHandle());
            Path file = files.resolve(each.getLocalPath());
            boolean isThere = store.find(name, each.getStateSize()) != null;
            if (isThere || (Files.exists(file) && store.keep(name, file))) {
                names.add(name);
            }
        }
        return names;
    }

    private synchronized void hold(long checkpoint, Set<String> names) {
        if (ended) {
            return;
        }
        store.hold(names);
        Set<String> before = held.put(checkpoint, names);
        if (before != null) {
            store.release(before);
        }
        while (held.size() > MOST_SNAPSHOTS) {
            store.release(held.pollFirstEntry().getValue());
        }
    }

    /** A checkpoint is complete: older ones than Flink retains are needed no more. */
    synchronized void complete(long checkpoint) {
        if (ended || !held.containsKey(checkpoint)) {
            return;
        }
        completed.add(checkpoint);
        List<Long> newest = completed.stream().sorted().toList();
        if (newest.size() < checkpoints) {
            return;
        }
        long oldest = newest.get(newest.size() - checkpoints);
        completed.removeIf(each -> each < oldest);
        Collection<Set<String>> needless = held.headMap(oldest).values();
        List<String> names = needless.stream().flatMap(Set::stream).toList();
        needless.clear();
        store.release(names);
        store.releaseRetired(group, beganMs);
    }

    /** A checkpoint is given up. */
    synchronized void abort(long checkpoint) {
        Set<String> names = completed.contains(checkpoint) ? null : held.remove(checkpoint);
        if (names != null) {
            store.release(names);
        }
    }

    /**
     * The instance has ended. What it holds is there for the next one, unless it seems to have
     * failed of what it was restored from: that is fetched anew. A task that fails ends by its own
     * thread; one that is canceled, as others have failed or the job changes, by another one.
     */
    synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        boolean soon = clock.getAsLong() - beganMs < SUSPICIOUS_MS;
        if (soon && Thread.currentThread() == task && !restored.isEmpty()) {
            LOG.info(
                    "Deleting {} kept files, as the task ends soon after its restore from them,"
                            + " operator={}",
                    restored.size(),
                    group);
            store.distrust(restored);
        }
        List<String> names = new ArrayList<>();
        held.values().forEach(names::addAll);
        store.retire(group, names);
    }

    private void warn(Exception e) {
        synchronized (this) {
            if (warned || ended) {
                return; // its directory is deleted when it ends
            }
            warned = true;
        }
        LOG.warn(
                "[TSP-2341] Cannot keep files of snapshot: the next restore fetches them, path={}."
                        + " Look at the room and the rights there",
                directory.path(),
                e);
    }
}
