/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.testing;

import io.tspoon.read.ChainStatus;
import io.tspoon.read.KeyGroupLoad;
import io.tspoon.read.ReadException;
import io.tspoon.read.ReadableState;
import io.tspoon.read.StateInstance;
import io.tspoon.read.Values;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;

/** One instance of a state in memory, with all versions of all keys. */
public final class TestState<K, V> implements ReadableState<K, V> {
    private final StateInstance<K, V> description;
    private final ExecutorService operator;
    private final Map<K, NavigableMap<Long, Optional<V>>> versions = new LinkedHashMap<>();
    private final Map<Long, Pin> pins = new HashMap<>();
    private final List<Integer> readSizes = new ArrayList<>();
    private CompletableFuture<Void> counting = CompletableFuture.completedFuture(null);
    private CompletableFuture<Void> applying = CompletableFuture.completedFuture(null);
    private long applied;
    private boolean gone;
    private volatile @Nullable ChainStatus chains;
    private volatile List<KeyGroupLoad> keyGroupLoads = List.of();

    private record Pin(long snapshot, long endNanos) {}

    TestState(StateInstance<K, V> description, ExecutorService operator) {
        this.description = description;
        this.operator = operator;
    }

    /** Installs a value; null deletes. */
    public synchronized void put(K key, V value, long timestamp) {
        versions.computeIfAbsent(key, k -> new TreeMap<>())
                .put(timestamp, Optional.ofNullable(value));
        applied = Math.max(applied, timestamp);
    }

    /** Its accesses are executed in chains, with these figures. */
    public void runInChains(ChainStatus figures) {
        chains = figures;
    }

    @Override
    public @Nullable ChainStatus chains() {
        return chains;
    }

    /** Its key groups are accessed so often. */
    public void load(KeyGroupLoad... loads) {
        keyGroupLoads = List.of(loads);
    }

    @Override
    public List<KeyGroupLoad> keyGroupLoads() {
        return keyGroupLoads;
    }

    /** From now on it answers that it is gone. */
    public synchronized void fail() {
        gone = true;
    }

    /** Scans of it wait from now on, as for transactions that are not over, until this is run. */
    public synchronized Runnable holdUpScans() {
        CompletableFuture<Void> end = new CompletableFuture<>();
        applying = end;
        return () -> end.complete(null);
    }

    /** How many scans wait for that. */
    public synchronized int heldUp() {
        return applying.getNumberOfDependents();
    }

    /** Counts of its keys last from now on, as those of millions do, until this is run. */
    public synchronized Runnable holdUpCounts() {
        CompletableFuture<Void> end = new CompletableFuture<>();
        counting = end;
        return () -> end.complete(null);
    }

    /** How many keys each read since the last call had. */
    public synchronized List<Integer> takeReadSizes() {
        List<Integer> taken = List.copyOf(readSizes);
        readSizes.clear();
        return taken;
    }

    /** How many pins are there. */
    public synchronized int pinned() {
        pins.values().removeIf(pin -> System.nanoTime() - pin.endNanos >= 0);
        return pins.size();
    }

    private synchronized void renew(long pin, long snapshot, Duration lease) {
        pins.put(pin, new Pin(snapshot, System.nanoTime() + lease.toNanos()));
    }

    private synchronized boolean isPinned(long snapshot) {
        return pinned() > 0 && pins.values().stream().anyMatch(pin -> pin.snapshot == snapshot);
    }

    @Override
    public StateInstance<K, V> description() {
        return description;
    }

    @Override
    public CompletableFuture<Long> pin(long pin, Duration lease) {
        return run(
                () -> {
                    renew(pin, -1, lease);
                    return applied;
                });
    }

    @Override
    public CompletableFuture<Void> settle(long pin, long snapshot, Duration lease) {
        return run(
                () -> {
                    requirePinned(pin);
                    renew(pin, snapshot, lease);
                    return null;
                });
    }

    @Override
    public CompletableFuture<Void> keep(long pin, Duration lease) {
        return run(
                () -> {
                    requirePinned(pin);
                    renew(pin, pins.get(pin).snapshot, lease);
                    return null;
                });
    }

    @Override
    public synchronized void unpin(long pin) {
        pins.remove(pin);
    }

    @Override
    public CompletableFuture<Values<V>> read(List<K> keys, long snapshot, Duration timeout) {
        return run(
                () -> {
                    if (!isPinned(snapshot)
                            && applied - snapshot > description.retention().toMillis()) {
                        throw new ReadException(
                                ReadException.Reason.SNAPSHOT_TOO_OLD,
                                "[TSP-2300] Cannot read state: the snapshot is too old.");
                    }
                    return values(keys, snapshot);
                });
    }

    @Override
    public CompletableFuture<Values<V>> readNewest(List<K> keys, long after, Duration timeout) {
        return run(() -> values(keys, Long.MAX_VALUE));
    }

    @Override
    public CompletableFuture<List<K>> keys(long pin, int limit) {
        CompletableFuture<Void> before;
        synchronized (this) {
            before = applying;
        }
        return run(
                before,
                () -> {
                    requirePinned(pin);
                    if (versions.size() > limit) {
                        throw new ReadException(
                                ReadException.Reason.TOO_LARGE,
                                "[TSP-2300] Cannot list keys: too many.");
                    }
                    return new ArrayList<>(versions.keySet());
                });
    }

    @Override
    public CompletableFuture<Long> keyCount() {
        CompletableFuture<Void> before;
        synchronized (this) {
            before = counting;
        }
        return run(before, () -> (long) versions.size());
    }

    private void requirePinned(long pin) {
        if (pinned() == 0 || !pins.containsKey(pin)) {
            throw new ReadException(
                    ReadException.Reason.SNAPSHOT_TOO_OLD,
                    "[TSP-2300] Cannot read state: the pin is gone.");
        }
    }

    private Values<V> values(List<K> keys, long snapshot) {
        readSizes.add(keys.size());
        List<V> values = new ArrayList<>();
        long newest = 0;
        for (K key : keys) {
            var version = versions.getOrDefault(key, new TreeMap<>()).floorEntry(snapshot);
            values.add(version == null ? null : version.getValue().orElse(null));
            newest = version == null ? newest : Math.max(newest, version.getKey());
        }
        return new Values<>(values, newest);
    }

    private <T> CompletableFuture<T> run(Supplier<T> action) {
        return run(CompletableFuture.completedFuture(null), action);
    }

    private <T> CompletableFuture<T> run(CompletableFuture<Void> before, Supplier<T> action) {
        return before.thenApplyAsync(
                ignored -> {
                    synchronized (this) {
                        if (gone) {
                            throw new ReadException(
                                    ReadException.Reason.GONE,
                                    "[TSP-2300] Cannot read state: it is gone.");
                        }
                        return action.get();
                    }
                },
                operator);
    }
}
