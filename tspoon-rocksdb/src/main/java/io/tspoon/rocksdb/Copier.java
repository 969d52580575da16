/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.util.IOUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Copies what instances of one job in other processes have put into its newest complete checkpoint
 * into the stores of this process, so that it is here if that process is lost.
 *
 * <p>One thread, which has nothing else to do and a limit of bytes, takes the newest checkpoint.
 * One that is overtaken is given up between two files: what it has and the newer one has not is of
 * no use. What is not in the storage any more, or cannot be read, is passed over. Nothing is tried
 * again before the next checkpoint.
 *
 * <p>Copies are held as own files are: those of the newest checkpoints that are copied as a whole,
 * as many as Flink retains and one more. Files are deleted by the copying thread and under no lock:
 * the thread of a task says that a checkpoint is complete.
 */
final class Copier {
    private static final Logger LOG = LoggerFactory.getLogger(Copier.class);

    /**
     * After so many files that cannot be read, or written here, the rest is left to the next
     * checkpoint.
     */
    private static final int MOST_UNREADABLE = 10;

    private final List<KeptStore> stores;
    private final String group;
    private final int copies;
    private final int generations;
    private final LongSupplier clock;
    private final CloseableRegistry canceled = new CloseableRegistry();
    private final Fetcher fetcher;
    private final Executor executor;
    private final long beganMs;
    private final List<Here> instances = new ArrayList<>();
    private final TreeMap<Long, Set<String>> copied = new TreeMap<>();
    private Set<String> current = Set.of();
    private @Nullable Wanted next;
    private long newest = Long.MIN_VALUE;
    private long behindSinceMs;
    private boolean isBehind;
    private boolean warned;
    private boolean ended;
    private final AtomicLong bytes = new AtomicLong();

    /**
     * @param stores of the process
     * @param job whose instances are copied
     * @param copies of each instance
     * @param retained how many checkpoints Flink retains
     * @param executor of one thread, which copies
     * @param clock milliseconds of the epoch
     */
    Copier(
            List<KeptStore> stores,
            String job,
            int copies,
            int retained,
            RateLimit limit,
            Executor executor,
            LongSupplier clock) {
        this.stores = List.copyOf(stores);
        this.group = "copies of " + job;
        this.copies = copies;
        this.generations = retained + 1;
        this.clock = clock;
        this.fetcher = new Fetcher(limit, canceled);
        this.beganMs = clock.getAsLong();
        this.executor = executor;
    }

    /** An instance of the job runs in this process. */
    synchronized void begin(Here instance) {
        instances.add(instance);
    }

    /**
     * It does not any more.
     *
     * @return whether it was the last one: nothing is copied from now on, and what is copied stays
     *     for those that come next; {@link #cancel} is to follow
     */
    synchronized boolean end(Here instance) {
        instances.remove(instance);
        if (!instances.isEmpty()) {
            return false;
        }
        ended = true;
        List<String> names = new ArrayList<>(current);
        copied.values().forEach(names::addAll);
        stores.forEach(each -> each.retire(group, names));
        return true;
    }

    /** Ends what is being fetched. May wait for the storage, so not to be called under a lock. */
    void cancel() {
        IOUtils.closeQuietly(canceled);
    }

    /** A checkpoint is complete, which each instance says: the newest one is copied next. */
    synchronized void complete(long checkpoint, Path metadata) {
        if (ended || checkpoint <= newest) {
            return;
        }
        newest = checkpoint;
        if (!isBehind) {
            isBehind = true;
            behindSinceMs = clock.getAsLong();
        }
        boolean isAwaited = next != null;
        next = new Wanted(checkpoint, metadata, clock.getAsLong());
        if (!isAwaited) {
            executor.execute(this::copyNext);
        }
    }

    private synchronized @Nullable Wanted take() {
        Wanted taken = ended ? null : next;
        next = null;
        return taken;
    }

    private synchronized boolean isOvertaken() {
        return ended || next != null;
    }

    private void copyNext() {
        Wanted wanted = take();
        if (wanted == null) {
            return;
        }
        try {
            if (copy(wanted)) {
                finish(wanted);
            }
            for (KeptStore store : stores) {
                store.sweepIfDue(); // one that no instance here has for its own files, too
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            warn(e); // no class is found any more once the job has ended
        }
    }

    /** Whether all is here now. */
    private boolean copy(Wanted wanted) throws IOException {
        List<HandleAndLocalPath> files = files(wanted);
        Set<String> names = new HashSet<>();
        files.forEach(each -> names.add(KeptName.of(each.getHandle())));
        if (!hold(names)) {
            return false;
        }
        boolean isWhole = true;
        List<IOException> unreadable = new ArrayList<>();
        for (HandleAndLocalPath each : files) {
            if (isOvertaken() || unreadable.size() >= MOST_UNREADABLE) {
                isWhole = false;
                break;
            }
            try {
                isWhole &= isHere(each) || fetch(each);
            } catch (IOException e) {
                unreadable.add(e);
            }
        }
        if (!unreadable.isEmpty()) {
            warn(unreadable.get(0));
        }
        return isWhole && unreadable.isEmpty();
    }

    /** What the peers have in a checkpoint. */
    private List<HandleAndLocalPath> files(Wanted wanted) throws IOException {
        List<HandleAndLocalPath> files = new ArrayList<>();
        Map<OperatorID, Set<Integer>> peers = new HashMap<>();
        for (CheckpointFiles.Part part : parts(wanted)) {
            Set<Integer> wantedOf =
                    peers.computeIfAbsent(
                            part.operator(), key -> peers(part.operator(), part.parallelism()));
            if (wantedOf.contains(part.subtask())) {
                files.addAll(part.files());
            }
        }
        return files;
    }

    private List<CheckpointFiles.Part> parts(Wanted wanted) throws IOException {
        return areAllHere() ? List.of() : CheckpointFiles.read(wanted.metadata(), canceled).parts();
    }

    /** In a single process there is nothing to read. */
    private synchronized boolean areAllHere() {
        return instances.stream()
                .allMatch(each -> peers(each.operator(), each.parallelism()).isEmpty());
    }

    private synchronized Set<Integer> peers(OperatorID operator, int parallelism) {
        List<Integer> here =
                instances.stream()
                        .filter(each -> each.operator().equals(operator))
                        .filter(each -> each.parallelism() == parallelism)
                        .map(Here::subtask)
                        .toList();
        return Peers.of(here, parallelism, copies);
    }

    /** Before anything is fetched, so that nobody deletes what is here. */
    private boolean hold(Set<String> names) {
        stores.forEach(each -> each.hold(names));
        Set<String> needless;
        synchronized (this) {
            needless = ended ? names : current;
            current = ended ? current : names;
        }
        release(needless);
        return needless != names;
    }

    /** Deletes files. */
    private void release(Collection<String> names) {
        assert !Thread.holdsLock(this) : "a task waits";
        stores.forEach(each -> each.release(names));
    }

    private boolean isHere(HandleAndLocalPath file) {
        String name = KeptName.of(file.getHandle());
        return stores.stream().anyMatch(each -> each.find(name, file.getStateSize()) != null);
    }

    private boolean fetch(HandleAndLocalPath file) throws IOException {
        int name = KeptName.of(file.getHandle()).hashCode();
        try {
            boolean isKept = fetcher.fetch(file, stores.get(Math.floorMod(name, stores.size())));
            bytes.addAndGet(isKept ? file.getStateSize() : 0);
            return isKept;
        } catch (FileNotFoundException e) {
            LOG.debug("Passing over file that is gone, file={}", file.getHandle(), e);
            return false;
        }
    }

    private void finish(Wanted wanted) {
        List<String> old = new ArrayList<>();
        boolean areAllNew;
        synchronized (this) {
            if (ended) {
                return;
            }
            copied.put(wanted.checkpoint(), current);
            current = Set.of();
            warned = false;
            while (copied.size() > generations) {
                old.addAll(copied.pollFirstEntry().getValue());
            }
            areAllNew = copied.size() == generations;
        }
        release(old);
        if (areAllNew) {
            stores.forEach(each -> each.releaseRetired(group, beganMs));
        }
        synchronized (this) {
            isBehind = next != null;
            behindSinceMs = next == null ? 0 : next.completeMs();
        }
    }

    private void warn(Throwable e) {
        synchronized (this) {
            if (warned || ended) {
                return;
            }
            warned = true;
        }
        LOG.warn(
                "[TSP-2352] Cannot copy files of other processes: what was not copied is fetched"
                        + " when it is needed, {}. It is tried again with each checkpoint",
                group,
                e);
    }

    synchronized boolean isBehind() {
        return isBehind;
    }

    synchronized long behindMs() {
        return isBehind ? clock.getAsLong() - behindSinceMs : 0;
    }

    long bytes() {
        return bytes.get();
    }

    /** A checkpoint whose files are wanted. */
    private record Wanted(long checkpoint, Path metadata, long completeMs) {}

    /** An instance that runs here. Two may be alike while one takes over from the other. */
    record Here(OperatorID operator, int subtask, int parallelism) {}
}
