/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.protocol.Participant;
import io.tspoon.protocol.SnapshotPins;
import io.tspoon.protocol.Timestamps;
import io.tspoon.read.ReadException;
import io.tspoon.read.ReadableState;
import io.tspoon.read.StateInstance;
import io.tspoon.read.Values;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Lets others read one instance of a state. Reads run in the thread of the operator, so they see
 * each decision applied or not, and wait there for the stable timestamp.
 */
final class StateReader<K, V> implements ReadableState<K, V> {
    private static final int MAX_PINS = 1_024;
    private static final int MAX_WAITING = 65_536;
    private static final long MAX_LEASE_NANOS = Duration.ofHours(1).toNanos();
    private static final long MAX_AHEAD_MS = 60_000;
    private static final long COUNT_AGE_NANOS = Duration.ofSeconds(5).toNanos();
    private static final int MAX_COUNT = 10_000_000;

    /** What the reader needs of its operator; called by the operator's thread only. */
    interface Host<K> {
        /** All transactions up to this timestamp are applied here. */
        long stable();

        /** Asks the coordinators to tell when all transactions up to a timestamp are over. */
        void awaitStable(long timestamp);

        /** Begins to go through the keys in Flink's keyed state. */
        KeyScan<K> scan();
    }

    private final StateInstance<K, V> description;
    private final Host<K> host;
    private final Participant<K, V> participant;
    private final RecordCache<K, V> cache;
    private final SnapshotPins<K, V> pins;
    private final ReadQueue queue;
    private final int retainedVersions;

    /** Reads that wait for the stable timestamp, the lowest first. */
    private final PriorityQueue<Read> waiting =
            new PriorityQueue<>((a, b) -> Long.compare(a.awaited, b.awaited));

    /** When each pin ends, as {@link System#nanoTime} counts. */
    private final Map<Long, Long> leases = new HashMap<>();

    private @Nullable KeyList<K, V> scan;
    private long counted = -1;
    private long countedNanos;

    StateReader(
            StateInstance<K, V> description,
            Host<K> host,
            MailboxExecutor mailbox,
            Participant<K, V> participant,
            RecordCache<K, V> cache,
            int retainedVersions) {
        this.description = description;
        this.host = host;
        this.participant = participant;
        this.cache = cache;
        this.pins = participant.pins();
        this.queue = new ReadQueue(mailbox, description.state() + "[" + description.index() + "]");
        this.retainedVersions = retainedVersions;
    }

    @Override
    public StateInstance<K, V> description() {
        return description;
    }

    // ------------------------------------------------------------------ pins

    @Override
    public CompletableFuture<Long> pin(long pin, Duration lease) {
        return once(
                () -> {
                    if (pins.size() >= MAX_PINS && !pins.isPinned(pin)) {
                        throw failure(
                                ReadException.Reason.OVERLOADED,
                                "too many snapshots are pinned, limit=" + MAX_PINS);
                    }
                    pins.pin(pin, participant.applied());
                    renew(pin, lease);
                    return participant.applied();
                });
    }

    @Override
    public CompletableFuture<Void> settle(long pin, long snapshot, Duration lease) {
        return once(
                () -> {
                    checkNotInFuture(snapshot);
                    if (!pins.settle(pin, snapshot)) {
                        throw tooOld(snapshot);
                    }
                    renew(pin, lease);
                    return null;
                });
    }

    @Override
    public void unpin(long pin) {
        var unused =
                once(
                        () -> {
                            leases.remove(pin);
                            pins.unpin(pin);
                            return null;
                        });
    }

    private void renew(long pin, Duration lease) {
        long nanos = Math.min(MAX_LEASE_NANOS, lease.toNanos());
        leases.put(pin, System.nanoTime() + nanos);
    }

    // ------------------------------------------------------------------ values

    @Override
    public CompletableFuture<Values<V>> read(List<K> keys, long snapshot, Duration timeout) {
        return submit(new Read(keys, snapshot, snapshot, timeout));
    }

    @Override
    public CompletableFuture<Values<V>> readNewest(List<K> keys, long after, Duration timeout) {
        return submit(new Read(keys, Read.NEWEST, after, timeout));
    }

    /** Reads keys one by one, as soon as the instance is far enough. */
    private final class Read extends ReadTask<Values<V>> {
        private static final long NEWEST = Long.MAX_VALUE - 1;
        private static final int KEYS_PER_LOOK_AT_THE_CLOCK = 32;

        private final List<K> keys;
        private final long snapshot;
        private final long awaited;
        private final long deadlineNanos;
        private final List<@Nullable V> values;
        private long newest;
        private boolean asked;

        Read(List<K> keys, long snapshot, long awaited, Duration timeout) {
            this.keys = keys;
            this.snapshot = snapshot;
            this.awaited = awaited;
            this.deadlineNanos = System.nanoTime() + timeout.toNanos();
            this.values = new ArrayList<>(keys.size());
        }

        @Override
        boolean run(long untilNanos) throws Exception {
            if (host.stable() < awaited) {
                checkNotInFuture(awaited);
                if (waiting.size() >= MAX_WAITING) {
                    throw failure(
                            ReadException.Reason.OVERLOADED,
                            "too many reads wait, limit=" + MAX_WAITING);
                }
                if (!asked) {
                    asked = true;
                    host.awaitStable(awaited);
                }
                waiting.add(this);
                return true;
            }
            if (snapshot != NEWEST && !pins.isReadable(snapshot)) {
                throw tooOld(snapshot);
            }
            while (values.size() < keys.size()) {
                readOne(keys.get(values.size()));
                if (values.size() % KEYS_PER_LOOK_AT_THE_CLOCK == 0
                        && System.nanoTime() >= untilNanos) {
                    break;
                }
            }
            if (values.size() < keys.size()) {
                return false;
            }
            answer().complete(new Values<>(values, newest));
            return true;
        }

        private void readOne(K key) throws Exception {
            if (description.ownerOf(key) != description.index()) {
                throw failure(
                        ReadException.Reason.GONE,
                        "another instance owns the key, key="
                                + key
                                + ", owner="
                                + description.ownerOf(key));
            }
            CachedRecord<K, V> record = cache.peek(key);
            if (record == null) {
                values.add(cache.readBacking(key));
            } else {
                values.add(record.installedUpTo(snapshot));
                newest = Math.max(newest, record.installedTimestampUpTo(snapshot));
            }
        }
    }

    // ------------------------------------------------------------------ keys

    @Override
    public CompletableFuture<List<K>> keys(long pin, int limit) {
        return submit(
                new ReadTask<>() {
                    @Override
                    boolean run(long untilNanos) throws Exception {
                        if (pins.snapshotOf(pin) == null) {
                            throw failure(
                                    ReadException.Reason.SNAPSHOT_TOO_OLD,
                                    "the snapshot is not pinned any more");
                        }
                        List<K> keys = collect(limit, untilNanos, this);
                        if (keys != null) {
                            answer().complete(keys);
                        }
                        return keys != null;
                    }
                });
    }

    @Override
    public CompletableFuture<Long> keyCount() {
        return submit(
                new ReadTask<>() {
                    @Override
                    boolean run(long untilNanos) throws Exception {
                        long now = System.nanoTime();
                        if (counted >= 0 && now - countedNanos < COUNT_AGE_NANOS) {
                            answer().complete(counted);
                            return true;
                        }
                        List<K> keys;
                        try {
                            keys = collect(MAX_COUNT, untilNanos, this);
                        } catch (ReadException e) {
                            answer().complete(-1L);
                            return true;
                        }
                        if (keys == null) {
                            return false;
                        }
                        counted = keys.size();
                        countedNanos = now;
                        answer().complete(counted);
                        return true;
                    }
                });
    }

    /** Goes on with a scan for its owner, or waits for that of another; null while not over. */
    private @Nullable List<K> collect(int limit, long untilNanos, ReadTask<?> owner) {
        dropAbandonedScan();
        KeyList<K, V> current = scan;
        if (current == null) {
            current = new KeyList<>(cache, host.scan(), owner);
            scan = current;
        }
        if (current.owner() != owner) {
            return null;
        }
        boolean over = false;
        try {
            over = current.run(untilNanos);
            if (current.size() > limit) {
                over = true;
                throw failure(ReadException.Reason.TOO_LARGE, "there are more keys than " + limit);
            }
        } finally {
            if (over) {
                current.close();
                scan = null;
            }
        }
        return over ? current.keys() : null;
    }

    private void dropAbandonedScan() {
        KeyList<K, V> current = scan;
        if (current != null && current.owner().answer().isDone()) {
            current.close();
            scan = null;
        }
    }

    // ------------------------------------------------------------------ operator

    /** More transactions are over. */
    void advanced() {
        Read read = waiting.peek();
        long stable = host.stable();
        while (read != null && read.awaited <= stable) {
            waiting.poll();
            queue.add(read);
            read = waiting.peek();
        }
    }

    /** The lowest timestamp whose versions somebody may read. */
    long lowest() {
        return pins.lowest();
    }

    /** Whether records have to stay where they are. */
    boolean isScanning() {
        return scan != null;
    }

    /** The keyed state is about to change: ends what goes through its keys. */
    void beforeWrites() {
        if (scan != null) {
            scan.finishBacking();
        }
    }

    /** Ends what has waited too long. */
    void tick() {
        long now = System.nanoTime();
        waiting.removeIf(read -> hasTimedOut(read, now));
        dropAbandonedScan();
        List<Long> over = new ArrayList<>();
        leases.forEach(
                (pin, end) -> {
                    if (now - end >= 0) {
                        over.add(pin);
                    }
                });
        for (long pin : over) {
            leases.remove(pin);
            pins.unpin(pin);
        }
        if (!description.retention().isZero()) {
            long from = System.currentTimeMillis() - description.retention().toMillis();
            pins.retainFrom(Math.min(Timestamps.ofEpochMs(from), host.stable()), retainedVersions);
        }
    }

    private boolean hasTimedOut(Read read, long now) {
        if (now - read.deadlineNanos < 0) {
            return false;
        }
        read.fail(
                failure(
                        ReadException.Reason.TIMEOUT,
                        "transactions up to the snapshot are not over yet, snapshot="
                                + read.awaited
                                + ", stable="
                                + host.stable()));
        return true;
    }

    void close() {
        queue.close();
        for (Read read : waiting) {
            read.fail(failure(ReadException.Reason.GONE, "the instance has ended"));
        }
        waiting.clear();
        if (scan != null) {
            scan.close();
        }
    }

    // ------------------------------------------------------------------ helpers

    private <T> CompletableFuture<T> once(Supplier<@Nullable T> action) {
        return submit(
                new ReadTask<>() {
                    @Override
                    boolean run(long untilNanos) {
                        answer().complete(action.get());
                        return true;
                    }
                });
    }

    private <T> CompletableFuture<T> submit(ReadTask<T> task) {
        queue.add(task);
        return task.answer();
    }

    private void checkNotInFuture(long snapshot) {
        long ahead = Timestamps.epochMs(snapshot) - System.currentTimeMillis();
        if (ahead > MAX_AHEAD_MS) {
            throw failure(
                    ReadException.Reason.IN_FUTURE,
                    "the snapshot lies ahead of the clock, snapshot="
                            + snapshot
                            + ", aheadMs="
                            + ahead);
        }
    }

    private ReadException tooOld(long snapshot) {
        return failure(
                ReadException.Reason.SNAPSHOT_TOO_OLD,
                "the snapshot is gone, snapshot="
                        + snapshot
                        + ", oldest="
                        + (pins.horizon() == Long.MAX_VALUE ? "none retained" : pins.horizon()));
    }

    private ReadException failure(ReadException.Reason reason, String why) {
        return new ReadException(
                reason,
                "Cannot read state: "
                        + why
                        + ", graph="
                        + description.graph()
                        + ", state="
                        + description.state()
                        + ", instance="
                        + description.index());
    }
}
