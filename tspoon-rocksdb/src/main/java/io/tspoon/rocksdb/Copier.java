/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.util.IOUtils;
import org.apache.flink.util.function.ThrowingRunnable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * <p>Copies are held as own files are ({@link HeldCopies}). Where there is no room for old and new
 * ones, the new ones wait until the old ones go.
 */
final class Copier {
    private static final Logger LOG = LoggerFactory.getLogger(Copier.class);

    /**
     * After so many files that cannot be read, or written here, the rest is left to the next
     * checkpoint.
     */
    private static final int MOST_UNREADABLE = 10;

    private final List<KeptStore> stores;
    private final String job;
    private final int copies;
    private final LongSupplier clock;
    private final CloseableRegistry canceled = new CloseableRegistry();
    private final Fetcher fetcher;
    private final Executor executor;
    private final HeldCopies held;
    private final List<Here> instances = new ArrayList<>();
    private @Nullable Wanted next;
    private long newest = Long.MIN_VALUE;
    private long behindSinceMs;
    private boolean isBehind;
    private boolean warned;
    private boolean warnedOfRoom;
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
        this.job = job;
        this.copies = copies;
        this.clock = clock;
        this.fetcher = new Fetcher(limit, canceled);
        this.executor = executor;
        this.held = new HeldCopies(stores, "copies of " + job, retained, clock.getAsLong());
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
        held.end();
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
        held.complete(checkpoint);
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
        if (wanted != null) {
            attempt(() -> copy(wanted));
            attempt(this::sweep);
        }
    }

    private void attempt(ThrowingRunnable<IOException> action) {
        try {
            action.run();
        } catch (IOException | RuntimeException | LinkageError e) {
            warn(e); // no class is found any more once the job has ended
        }
    }

    /** Also stores that no instance here has for its own files. */
    private void sweep() throws IOException {
        for (KeptStore store : stores) {
            store.sweepIfDue();
        }
    }

    private void copy(Wanted wanted) throws IOException {
        List<HandleAndLocalPath> files = files(wanted);
        if (!held.hold(names(files))) {
            return;
        }
        boolean isWhole = true;
        long withoutRoom = 0;
        List<IOException> unreadable = new ArrayList<>();
        for (HandleAndLocalPath each : files) {
            if (isOvertaken() || unreadable.size() >= MOST_UNREADABLE) {
                isWhole = false;
                break;
            }
            try {
                Outcome outcome = isHere(each) ? Outcome.HERE : fetch(each);
                isWhole &= outcome == Outcome.HERE;
                withoutRoom += outcome == Outcome.NO_ROOM ? each.getStateSize() : 0;
            } catch (IOException e) {
                isWhole = false;
                unreadable.add(e);
            }
        }
        if (!unreadable.isEmpty()) {
            warn(unreadable.get(0));
        }
        if (withoutRoom > 0) {
            warnOfRoom(withoutRoom);
        }
        if (isWhole || !isOvertaken()) {
            held.keep(wanted.checkpoint());
        }
        if (isWhole) {
            finish();
        }
    }

    private static Set<String> names(List<HandleAndLocalPath> files) {
        Set<String> names = new HashSet<>();
        files.forEach(each -> names.add(KeptName.of(each.getHandle())));
        return names;
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

    private boolean isHere(HandleAndLocalPath file) {
        String name = KeptName.of(file.getHandle());
        return stores.stream().anyMatch(each -> each.find(name, file.getStateSize()) != null);
    }

    private Outcome fetch(HandleAndLocalPath file) throws IOException {
        int name = KeptName.of(file.getHandle()).hashCode();
        try {
            if (!fetcher.fetch(file, stores.get(Math.floorMod(name, stores.size())))) {
                return Outcome.NO_ROOM;
            }
            bytes.addAndGet(file.getStateSize());
            return Outcome.HERE;
        } catch (FileNotFoundException e) {
            LOG.debug("Passing over file that is gone, file={}", file.getHandle(), e);
            return Outcome.GONE;
        }
    }

    /** All that was wanted is here. */
    private synchronized void finish() {
        if (ended) {
            return;
        }
        warned = false;
        isBehind = next != null;
        behindSinceMs = next == null ? 0 : next.completeMs();
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
                        + " when it is needed, job={}. It is tried again with each checkpoint",
                job,
                e);
    }

    private void warnOfRoom(long withoutRoom) {
        synchronized (this) {
            if (warnedOfRoom || ended) {
                return;
            }
            warnedOfRoom = true;
        }
        LOG.warn(
                "[TSP-2360] Cannot copy files of other processes: there is no room for them beside"
                        + " what is kept, job={}, bytes={}. Set a larger"
                        + " tspoon.kept-files.size, or larger disks",
                job,
                withoutRoom);
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

    /** What has become of a file. */
    private enum Outcome {
        HERE,
        GONE,
        NO_ROOM
    }

    /** A checkpoint whose files are wanted. */
    private record Wanted(long checkpoint, Path metadata, long completeMs) {}

    /** An instance that runs here. Two may be alike while one takes over from the other. */
    record Here(OperatorID operator, int subtask, int parallelism) {}
}
