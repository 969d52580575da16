/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.protocol.Timestamps;
import io.tspoon.read.ReadException;
import io.tspoon.read.ReadableState;
import io.tspoon.read.StateInstance;
import io.tspoon.read.Values;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An instance of a state in memory, which keeps every version. */
final class MemoryState<K, V> implements ReadableState<K, V> {
    private final StateInstance<K, V> description;
    private final AppliedClock applied;
    private final Map<K, TreeMap<Long, V>> versions = new HashMap<>();
    private final Map<Long, Long> pins = new HashMap<>();

    MemoryState(StateInstance<K, V> description, AppliedClock applied) {
        this.description = description;
        this.applied = applied;
    }

    synchronized void put(K key, V value, long timestamp) {
        versions.computeIfAbsent(key, any -> new TreeMap<>()).put(timestamp, value);
    }

    @Override
    public StateInstance<K, V> description() {
        return description;
    }

    @Override
    public synchronized CompletableFuture<Long> pin(long pin, Duration lease) {
        pins.putIfAbsent(pin, applied.highest());
        return CompletableFuture.completedFuture(applied.highest());
    }

    @Override
    public synchronized CompletableFuture<Void> settle(long pin, long snapshot, Duration lease) {
        if (!pins.containsKey(pin)) {
            return CompletableFuture.failedFuture(tooOld("pin=" + pin));
        }
        pins.put(pin, snapshot);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletableFuture<Void> keep(long pin, Duration lease) {
        return pins.containsKey(pin)
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(tooOld("pin=" + pin));
    }

    @Override
    public synchronized void unpin(long pin) {
        pins.remove(pin);
    }

    @Override
    public CompletableFuture<Values<V>> read(List<K> keys, long snapshot, Duration timeout) {
        synchronized (this) {
            long ageMs = System.currentTimeMillis() - Timestamps.epochMs(snapshot);
            if (!pins.containsValue(snapshot) && ageMs > description.retention().toMillis()) {
                return CompletableFuture.failedFuture(tooOld("snapshot=" + snapshot));
            }
        }
        return applied.reached(snapshot, timeout).thenApply(done -> values(keys, snapshot));
    }

    @Override
    public CompletableFuture<Values<V>> readNewest(List<K> keys, long after, Duration timeout) {
        return applied.reached(after, timeout).thenApply(done -> values(keys, Long.MAX_VALUE));
    }

    @Override
    public synchronized CompletableFuture<List<K>> keys(long pin, int limit) {
        return versions.size() > limit
                ? CompletableFuture.failedFuture(
                        new ReadException(ReadException.Reason.TOO_LARGE, "too many keys"))
                : CompletableFuture.completedFuture(List.copyOf(versions.keySet()));
    }

    @Override
    public synchronized CompletableFuture<Long> keyCount() {
        return CompletableFuture.completedFuture((long) versions.size());
    }

    private synchronized Values<V> values(List<K> keys, long snapshot) {
        List<V> values = new ArrayList<>();
        long newest = 0;
        for (K key : keys) {
            NavigableMap<Long, V> of = versions.getOrDefault(key, new TreeMap<>());
            Map.Entry<Long, V> version = of.floorEntry(snapshot);
            values.add(version == null ? null : version.getValue());
            newest = Math.max(newest, version == null ? 0 : version.getKey());
        }
        return new Values<>(values, newest);
    }

    private static ReadException tooOld(String what) {
        return new ReadException(
                ReadException.Reason.SNAPSHOT_TOO_OLD, "Cannot read: it is not kept, " + what);
    }

    /** The highest timestamp up to which everything is applied, in all states. */
    static final class AppliedClock {
        private final Map<CompletableFuture<Void>, Long> waiting = new HashMap<>();
        private long highest;

        synchronized long highest() {
            return highest;
        }

        void advance(long timestamp) {
            List<CompletableFuture<Void>> reached = new ArrayList<>();
            synchronized (this) {
                highest = Math.max(highest, timestamp);
                waiting.forEach(
                        (future, needed) -> {
                            if (needed <= highest) {
                                reached.add(future);
                            }
                        });
                reached.forEach(waiting::remove);
            }
            reached.forEach(future -> future.complete(null));
        }

        synchronized CompletableFuture<Void> reached(long timestamp, Duration timeout) {
            if (timestamp <= highest) {
                return CompletableFuture.completedFuture(null);
            }
            CompletableFuture<Void> future = new CompletableFuture<>();
            waiting.put(future, timestamp);
            return future.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                    .exceptionally(
                            late -> {
                                throw new ReadException(ReadException.Reason.TIMEOUT, "too late");
                            });
        }
    }
}
