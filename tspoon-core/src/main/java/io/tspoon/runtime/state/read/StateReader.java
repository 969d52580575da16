/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexPosition;
import io.tspoon.index.IndexQuery;
import io.tspoon.index.IndexStatus;
import io.tspoon.index.IndexedEntries;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.protocol.access.SnapshotPins;
import io.tspoon.read.ChainStatus;
import io.tspoon.read.HotKey;
import io.tspoon.read.KeyGroupLoad;
import io.tspoon.read.ReadException;
import io.tspoon.read.ReadableState;
import io.tspoon.read.StateInstance;
import io.tspoon.read.Values;
import io.tspoon.runtime.state.cache.CachedRecord;
import io.tspoon.runtime.state.cache.KeySample;
import io.tspoon.runtime.state.cache.RecordCache;
import io.tspoon.runtime.state.index.StateIndex;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets readers outside the operator read one instance of a state. Reads run in the thread of the
 * operator, so they see a decision either applied or not. They also wait there for the stable
 * timestamp.
 *
 * @param <R> type of what names a record
 * @param <S> what records hold: the values, or those of several states
 * @param <K> key type
 * @param <V> value type
 */
final class StateReader<R, S, K, V> implements ReadableState<K, V> {
    private static final long NEWEST = Long.MAX_VALUE - 1;
    private static final long MAX_AHEAD_MS = 1_000;

    /** How often keys are counted for the metric. */
    private static final long COUNT_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** What the reader needs of its operator; called by the operator's thread only. */
    interface Host<R, S> {
        /** The place of the state among those of the operator. */
        int place();

        /** The value of the state within the content of a record. */
        @Nullable Object valueOf(@Nullable S stored);

        /** All transactions up to this timestamp are applied here. */
        long stable();

        /** Highest timestamp that was seen here. */
        long highest();

        /** See {@link ReadableState#chains}. */
        @Nullable ChainStatus chainsOfOperator();

        /** Asks the coordinators to say when all transactions up to a timestamp are over. */
        void awaitStable(long timestamp);

        /** Begins a scan of the keys in Flink's keyed state. */
        KeyScan<R> scan();

        /** The value in Flink's keyed state, which may be older than the one in the cache. */
        @Nullable Object readBacking(R record) throws Exception;

        /** The record that has what the state holds for a key. */
        R record(Object key);

        /** Whether a record has what the state holds for a key. */
        boolean has(R record);

        /** The keys of records that the state has. */
        List<?> keys(List<R> records);

        /** The keys that were accessed most, as far as they are known. */
        <T> List<HotKey<T>> hottest(KeySample<R> accessed, int most);
    }

    private final StateInstance<K, V> description;
    private final Host<R, S> host;
    private final InstalledVersions<R, S> versions;
    private final RecordCache<R, S> cache;
    private final SnapshotPins<R, S> pins;
    private final ReadQueue queue;
    private final ReadMetrics metrics;
    private final PinLeases<R, S> leases;
    private final ReadFailures failures;
    private final KeyCounter<R, S> counter;
    private final KeyLists<R, S> keyLists;
    private final WaitingReads waiting;
    private final List<StateIndex<R, S>> indexes;

    /** The timestamp that the coordinators are still to be asked for; 0 if there is none. */
    private long toAsk;

    private long countedNanos = System.nanoTime() - COUNT_NANOS;

    StateReader(
            StateInstance<K, V> description,
            Host<R, S> host,
            ReadQueue queue,
            KeyLists<R, S> keyLists,
            InstalledVersions<R, S> versions,
            RecordCache<R, S> cache,
            ReadMetrics metrics,
            int retainedVersions,
            List<StateIndex<R, S>> indexes) {
        this.indexes = indexes;
        this.description = description;
        this.host = host;
        this.versions = versions;
        this.cache = cache;
        this.pins = versions.pins();
        this.queue = queue;
        this.metrics = metrics;
        this.keyLists = keyLists;
        this.failures = new ReadFailures(description);
        this.waiting = new WaitingReads(queue, failures);
        this.counter = new KeyCounter<>(cache, host, queue);
        this.leases =
                new PinLeases<>(description, host.place(), versions, metrics, retainedVersions);
    }

    @Override
    public StateInstance<K, V> description() {
        return description;
    }

    // ------------------------------------------------------------------ pins

    @Override
    public CompletableFuture<Long> pin(long pin, Duration lease) {
        return once(() -> leases.pin(pin, lease));
    }

    @Override
    public CompletableFuture<Void> settle(long pin, long snapshot, Duration lease) {
        return onceRun(
                () -> {
                    checkNotInFuture(snapshot);
                    leases.settle(pin, snapshot, lease);
                });
    }

    @Override
    public CompletableFuture<Void> keep(long pin, Duration lease) {
        return onceRun(() -> leases.keep(pin, lease));
    }

    @Override
    public void unpin(long pin) {
        var unused = onceRun(() -> leases.unpin(pin));
    }

    // ------------------------------------------------------------------ values

    @Override
    public CompletableFuture<Values<V>> read(List<K> keys, long snapshot, Duration timeout) {
        return submit(new Read(keys, snapshot, snapshot, timeout));
    }

    @Override
    public CompletableFuture<Values<V>> readNewest(List<K> keys, long after, Duration timeout) {
        return submit(new Read(keys, NEWEST, after, timeout));
    }

    /** A read that waits until everything up to a timestamp is applied here. */
    private abstract class Waiting<T> extends WaitingReads.Read<T> {
        Waiting(Duration timeout) {
            super(timeout);
            metrics.read(answer());
        }

        /** The timestamp to wait for. Throws if waiting is pointless. */
        abstract long awaited();

        abstract boolean runApplied(long untilNanos) throws Exception;

        @Override
        boolean run(long untilNanos) throws Exception {
            long awaited = awaited();
            if (host.stable() >= awaited) {
                return runApplied(untilNanos);
            }
            checkNotInFuture(awaited);
            waiting.untilStable(this, awaited);
            toAsk = Math.max(toAsk, awaited);
            return true;
        }
    }

    /** Reads keys, a few at a time, and looks at the clock in between. */
    private final class Read extends Waiting<Values<V>> {
        private static final int KEYS_AT_A_TIME = 32;

        private final List<K> keys;
        private final long snapshot;
        private long after;
        private boolean looked;
        private final List<@Nullable V> values;
        private long newest;

        /** Timestamps of values that were read when they were not yet durable. */
        private final List<Long> early = new ArrayList<>(0);

        Read(List<K> keys, long snapshot, long after, Duration timeout) {
            super(timeout);
            this.keys = keys;
            this.snapshot = snapshot;
            this.after = after;
            this.values = new ArrayList<>(keys.size());
        }

        @Override
        long awaited() {
            if (snapshot == NEWEST && !looked) {
                looked = true;
                for (K key : keys) {
                    after = Math.max(after, chained(key));
                }
            }
            return after;
        }

        /** Up to where a result may have shown what is not installed yet. */
        private long chained(K key) {
            CachedRecord<R, S> record = cache.peek(host.record(key));
            return record == null ? Timestamps.NONE : versions.chained(record);
        }

        @Override
        boolean runApplied(long untilNanos) throws Exception {
            if (snapshot != NEWEST && !pins.isReadable(snapshot)) {
                throw failures.tooOld(snapshot, pins.horizon());
            }
            while (values.size() < keys.size()) {
                readSome();
                if (values.size() < keys.size() && System.nanoTime() >= untilNanos) {
                    return false;
                }
            }
            if (!isDurable()) {
                if (versions.isShownWhenDecided()) {
                    toAsk = Math.max(toAsk, Collections.max(early));
                }
                waiting.untilDurable(this);
                return true;
            }
            answer().complete(new Values<>(values, newest));
            return true;
        }

        @Override
        boolean isDurable() {
            early.removeIf(versions::isDurable);
            return early.isEmpty();
        }

        private void readSome() throws Exception {
            int from = values.size();
            List<K> some = keys.subList(from, Math.min(from + KEYS_AT_A_TIME, keys.size()));
            RecordCache.LookUp<R, S> lookUp = cache.lookUp(some.size());
            for (K key : some) {
                checkOwner(key);
                lookUp.add(host.record(key));
            }
            lookUp.prefetch();
            for (int i = 0; i < some.size(); i++) {
                read(some.get(i), lookUp.peek(i));
            }
        }

        private void checkOwner(K key) {
            if (description.ownerOf(key) != description.index()) {
                throw failures.of(
                        ReadException.Reason.GONE,
                        "[TSP-2318] Cannot read state: another instance owns the key, key="
                                + key
                                + ", owner="
                                + description.ownerOf(key));
            }
        }

        private void read(K key, @Nullable CachedRecord<R, S> record) throws Exception {
            long timestamp = Timestamps.NONE;
            if (record == null) {
                values.add(ofState(host.readBacking(host.record(key))));
            } else {
                values.add(ofState(host.valueOf(record.installedUpTo(snapshot))));
                timestamp = record.installedTimestampUpTo(snapshot);
                long earlyTimestamp = record.earlyTimestamp();
                if (snapshot == NEWEST && !versions.isDurable(earlyTimestamp)) {
                    early.add(earlyTimestamp);
                }
            }
            newest = Math.max(newest, isKnown(timestamp) ? timestamp : notAbove());
        }

        private static boolean isKnown(long timestamp) {
            return timestamp != Timestamps.NONE;
        }

        /** An upper bound for a value of unknown age: only stable values leave the cache. */
        private long notAbove() {
            return Math.min(snapshot, Math.min(host.stable(), versions.applied()));
        }
    }

    // ------------------------------------------------------------------ keys

    @Override
    public CompletableFuture<List<K>> keys(long pin, int limit) {
        return submit(
                new Waiting<>(ReadableState.LONGEST_DURATION) {
                    private long snapshot;

                    @Override
                    long awaited() {
                        snapshot = pinned(pin);
                        return snapshot;
                    }

                    @Override
                    boolean runApplied(long untilNanos) throws Exception {
                        List<R> records =
                                keyLists.goOn(
                                        this,
                                        new KeyLists.Wanted<>(
                                                host::scan, host::has, this::hasValue),
                                        failures,
                                        limit,
                                        untilNanos);
                        if (records != null) {
                            answer().complete(ofState(host.keys(records)));
                        }
                        return records != null;
                    }

                    private boolean hasValue(KeyRecord<R, S> record) {
                        return host.valueOf(record.installedUpTo(snapshot)) != null;
                    }
                });
    }

    // ------------------------------------------------------------------ indexes

    @Override
    public CompletableFuture<IndexedEntries<K, V>> find(long pin, IndexQuery query) {
        return submit(new Find(pin, query));
    }

    @Override
    public List<IndexDefinition> indexes() {
        return indexes.stream().map(StateIndex::definition).toList();
    }

    @Override
    public List<IndexStatus> indexStatus() {
        return indexes.stream().map(StateIndex::status).toList();
    }

    /** Asks an index; it changes between two turns, and the position stays valid. */
    private final class Find extends Waiting<IndexedEntries<K, V>> {
        private final long pin;
        private final StateIndex.Found<R> found = new StateIndex.Found<>();
        private IndexQuery query;
        private long snapshot;

        Find(long pin, IndexQuery query) {
            super(ReadableState.LONGEST_DURATION);
            this.pin = pin;
            this.query = query;
        }

        @Override
        long awaited() {
            snapshot = pinned(pin);
            return snapshot;
        }

        @Override
        boolean runApplied(long untilNanos) throws Exception {
            StateIndex<R, S> index = index();
            if (index == null || !index.serves(snapshot)) {
                answer().complete(IndexedEntries.notServed());
                return true;
            }
            IndexPosition next = index.find(query, snapshot, untilNanos, found);
            if (!index.serves(snapshot)) {
                answer().complete(IndexedEntries.notServed());
                return true;
            }
            if (next != null && found.size() < query.most()) {
                query = query.after(next);
                return false;
            }
            answer().complete(
                            new IndexedEntries<>(
                                    true,
                                    ofState(host.keys(found.names())),
                                    valuesOfState(found.values()),
                                    next));
            return true;
        }

        private @Nullable StateIndex<R, S> index() {
            for (StateIndex<R, S> index : indexes) {
                if (index.definition().name().equals(query.index())) {
                    return index;
                }
            }
            return null;
        }
    }

    @Override
    public @Nullable ChainStatus chains() {
        return host.chainsOfOperator();
    }

    /** Of an operator, its first state tells. */
    @Override
    public List<HotKey<K>> hottestKeys(int most) {
        return host.place() == 0 ? host.hottest(cache.sample(), most) : List.of();
    }

    /** Of an operator, its first state tells. */
    @Override
    public List<KeyGroupLoad> keyGroupLoads() {
        return host.place() == 0 ? cache.sample().groups().loads() : List.of();
    }

    @Override
    public CompletableFuture<Long> keyCount() {
        return submit(counter.task());
    }

    // ------------------------------------------------------------------ operator

    void advanced() {
        waiting.advanced(host.stable());
        long awaited = waiting.lowestAwaited();
        if (awaited <= host.highest()) {
            host.awaitStable(awaited);
        }
        leases.dropSome();
    }

    /** The whole state is here. */
    void restored() {
        leases.beginRetention();
        build();
    }

    /** Asks for the decisions that reads wait for. */
    void ask() {
        if (toAsk > host.stable()) {
            host.awaitStable(toAsk);
        }
        toAsk = 0;
    }

    /** Ends reads and pins whose time is over. */
    void tick() {
        waiting.tick(host.stable());
        leases.tick(host.stable());
        countKeys(System.nanoTime());
    }

    private void countKeys(long now) {
        if (now - countedNanos >= COUNT_NANOS) {
            countedNanos = now;
            var unused = keyCount().thenAccept(keys -> metrics.counted(host.place(), keys));
        }
    }

    void close() {
        waiting.close();
        counter.close();
    }

    // ------------------------------------------------------------------ helpers

    private long pinned(long pin) {
        Long pinned = pins.snapshotOf(leases.idOf(pin));
        if (pinned == null) {
            throw failures.of(
                    ReadException.Reason.SNAPSHOT_TOO_OLD,
                    "[TSP-2319] Cannot read state: the snapshot is not pinned any more");
        }
        return pinned;
    }

    /** Builds the indexes, beside the reads of others. */
    private void build() {
        for (StateIndex<R, S> index : indexes) {
            var unused =
                    submit(
                            new ReadTask<Void>() {
                                @Override
                                boolean run(long untilNanos) {
                                    return index.build(untilNanos);
                                }
                            });
        }
    }

    private CompletableFuture<Void> onceRun(Runnable action) {
        return once(
                () -> {
                    action.run();
                    return null;
                });
    }

    private <T> CompletableFuture<T> once(Supplier<@Nullable T> action) {
        ReadTask<T> task =
                new ReadTask<>() {
                    @Override
                    boolean run(long untilNanos) {
                        answer().complete(action.get());
                        return true;
                    }
                };
        metrics.pin(task.answer());
        queue.addPin(task);
        return task.answer();
    }

    private <T> CompletableFuture<T> submit(ReadTask<T> task) {
        queue.addRead(task);
        return task.answer();
    }

    @SuppressWarnings("unchecked") // the keys of the state are of its type
    private List<K> ofState(List<?> keys) {
        return (List<K>) keys;
    }

    @SuppressWarnings("unchecked") // the values of the state are of its type
    private List<V> valuesOfState(List<Object> values) {
        return (List<V>) (List<?>) values;
    }

    @SuppressWarnings("unchecked") // the values of the state are of its type
    private @Nullable V ofState(@Nullable Object value) {
        return (V) value;
    }

    private void checkNotInFuture(long snapshot) {
        long nowMs = Math.max(System.currentTimeMillis(), Timestamps.epochMs(host.highest()));
        long ahead = Timestamps.epochMs(snapshot) - nowMs;
        if (ahead > MAX_AHEAD_MS) {
            throw failures.of(
                    ReadException.Reason.IN_FUTURE,
                    "[TSP-2320] Cannot read state: the snapshot lies ahead of the clock, snapshot="
                            + snapshot
                            + ", aheadMs="
                            + ahead);
        }
    }
}
