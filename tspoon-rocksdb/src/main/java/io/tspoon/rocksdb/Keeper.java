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
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Keeps the files of one instance's snapshots: what the newest checkpoints name, as many as Flink
 * retains and one more, and until there are these, what the instance was restored from.
 *
 * <p>Whatever goes wrong here, the snapshot goes on: what is not kept is fetched.
 *
 * <p>Snapshots are finished by threads of Flink's, the rest comes from the task's; all of it is
 * synchronized. The task's thread only notes what is needed no more: the next snapshot deletes it.
 */
final class Keeper {
    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);

    /** A task that fails so soon after a restore may have met a damaged file. */
    static final long SUSPICIOUS_MS = TimeUnit.MINUTES.toMillis(1);

    /** More snapshots than are under way at a time. */
    private static final int MOST_SNAPSHOTS = 100;

    private static final long RESTORED = Long.MIN_VALUE;
    private static final long NONE = Long.MIN_VALUE;

    private final List<KeptStore> stores;
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
    private final Set<Long> aborted = new HashSet<>();
    private long oldestNeeded = NONE;
    private boolean proven;
    private boolean warned;
    private boolean ended;

    /**
     * @param stores of the process; the first is on the same file system as the directory
     * @param directory of the database
     * @param group of the instances of this operator
     * @param retained how many checkpoints Flink retains
     * @param restored names of the kept files that the instance was restored from
     * @param clock milliseconds of the epoch
     */
    Keeper(
            List<KeptStore> stores,
            InstanceDirectory directory,
            String group,
            int retained,
            Set<String> restored,
            LongSupplier clock) {
        this.stores = stores;
        this.store = stores.get(0);
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
        Path linked = null;
        try {
            Path snapshot = directory.snapshot(checkpoint);
            if (!Files.isDirectory(snapshot)) {
                return null;
            }
            linked = directory.scratch();
            for (Path file : InstanceDirectory.list(snapshot)) {
                take(file, linked.resolve(file.getFileName()));
            }
            return linked;
        } catch (IOException | RuntimeException e) {
            warn(e);
            if (linked != null) {
                InstanceDirectory.delete(linked);
            }
            return null;
        }
    }

    /**
     * Keeps the files of a snapshot that is in the storage.
     *
     * @param linked where its files are, if Flink has no copy of them; is deleted
     */
    void keep(long checkpoint, SnapshotResult<KeyedStateHandle> snapshot, @Nullable Path linked) {
        Path files = linked;
        try {
            if (snapshot.getJobManagerOwnedSnapshot()
                    instanceof IncrementalRemoteKeyedStateHandle remote) {
                files = linked == null ? directory.scratch() : linked;
                hold(checkpoint, keep(remote, files, snapshot.getTaskLocalSnapshot()));
            }
            releaseNeedless();
            store.sweepIfDue();
        } catch (IOException | RuntimeException e) {
            warn(e);
        } finally {
            if (files != null) {
                InstanceDirectory.delete(files);
            }
        }
    }

    /** Immutable files have another name now; of those that are written to there is a copy. */
    private static void take(Path file, Path target) throws IOException {
        if (file.getFileName().toString().endsWith(InstanceDirectory.SST)) {
            Files.createLink(target, file);
        } else {
            Files.copy(file, target);
        }
    }

    /**
     * The same from Flink's copy of a snapshot. It may be on another file system, so an immutable
     * file that cannot be linked from there comes from the database, if it still has it.
     */
    private void take(Path copy, String name, Path target) throws IOException {
        try {
            take(copy.resolve(name), target);
        } catch (IOException | UnsupportedOperationException e) {
            if (!name.endsWith(InstanceDirectory.SST)) {
                throw e;
            }
            Path table = directory.table(name);
            LOG.debug("Linking file of the database instead, file={}", table, e);
            if (Files.exists(table)) {
                Files.createLink(target, table);
            }
        }
    }

    /**
     * @param files where they are, or come to
     * @param local Flink's copy of the snapshot, if it has one
     */
    private Set<String> keep(
            IncrementalRemoteKeyedStateHandle remote, Path files, @Nullable KeyedStateHandle local)
            throws IOException {
        Path copy =
                local instanceof IncrementalLocalKeyedStateHandle whole
                        ? whole.getDirectoryStateHandle().getDirectory()
                        : null;
        Set<String> names = new HashSet<>();
        for (HandleAndLocalPath each : CheckpointFiles.files(remote)) {
            String name = KeptName.of(each.getHandle());
            Path file = files.resolve(each.getLocalPath());
            boolean isThere = store.find(name, each.getStateSize()) != null;
            if (!isThere && copy != null) {
                take(copy, each.getLocalPath(), file);
            }
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
        proven = true;
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
        oldestNeeded = oldest;
    }

    /** A checkpoint is given up. */
    synchronized void abort(long checkpoint) {
        if (held.containsKey(checkpoint) && !completed.contains(checkpoint)) {
            aborted.add(checkpoint);
        }
    }

    /** Deletes files, so neither by the task's thread nor while that may wait. */
    private void releaseNeedless() {
        List<String> names = new ArrayList<>();
        boolean isFollowed;
        synchronized (this) {
            if (ended) {
                return;
            }
            for (long each : aborted) {
                names.addAll(Objects.requireNonNullElse(held.remove(each), Set.of()));
            }
            aborted.clear();
            Collection<Set<String>> needless = held.headMap(oldestNeeded).values();
            needless.forEach(names::addAll);
            needless.clear();
            isFollowed = oldestNeeded != NONE;
        }
        store.release(names);
        if (isFollowed) {
            store.releaseRetired(group, beganMs);
        }
    }

    /** Deletes what is too old, now that the instance holds what it needs. */
    void sweep() {
        try {
            store.sweepIfDue();
        } catch (IOException | RuntimeException e) {
            warn(e);
        }
    }

    /**
     * The instance has ended. What it holds is there for the next one, unless it seems to have
     * failed of what it was restored from: that is fetched anew. A task that fails ends by its own
     * thread; one that is canceled, as others have failed or the job changes, by another one. But a
     * compaction in the background that fails has the task canceled, too. So files are checked
     * before they are used again if two instances one after the other have ended without a complete
     * checkpoint, which quick changes of the job do, too.
     */
    synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        boolean soon = clock.getAsLong() - beganMs < SUSPICIOUS_MS;
        if (soon && Thread.currentThread() == task) {
            distrust(restored);
        } else if (proven) {
            stores.forEach(each -> each.trust(restored));
        } else {
            stores.forEach(each -> each.suspect(restored, beganMs));
        }
        List<String> names = new ArrayList<>();
        held.values().forEach(names::addAll);
        store.retire(group, names);
    }

    private void distrust(Set<String> names) {
        if (!names.isEmpty()) {
            LOG.info(
                    "Deleting {} kept files, as the task has ended too early after its restore from"
                            + " them, operator={}",
                    names.size(),
                    group);
            stores.forEach(each -> each.distrust(names));
        }
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
