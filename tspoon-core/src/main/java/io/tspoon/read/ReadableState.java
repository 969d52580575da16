/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexQuery;
import io.tspoon.index.IndexStatus;
import io.tspoon.index.IndexedEntries;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One instance of a state, which can be read while transactions go on.
 *
 * <p>All methods may be called from any thread and return at once. The operator's thread completes
 * the futures, so callbacks must not block there: continue on another thread with {@code
 * thenApplyAsync} or the like. Futures fail with a {@link ReadException}. A caller that does not
 * want to wait any longer completes the future itself, as {@link CompletableFuture#orTimeout} does;
 * the read is then dropped.
 *
 * <p>To read several instances at one timestamp:
 *
 * <ol>
 *   <li>{@link #pin} at all instances of all states of the t-graph, with one id;
 *   <li>the snapshot is the highest of the timestamps that they return: it contains everything
 *       whose result was emitted before the first pin;
 *   <li>{@link #settle} and {@link #read} with this snapshot, at the instances that own the keys;
 *   <li>{@link #unpin}; or {@link #keep}, to {@link #settle} and read again later.
 * </ol>
 *
 * @param <K> key type
 * @param <V> value type
 */
@Internal
public interface ReadableState<K, V> {
    /** Longer leases and timeouts are cut to this. */
    Duration LONGEST_DURATION = Duration.ofHours(1);

    /** Describes the instance. */
    StateInstance<K, V> description();

    /**
     * Retains everything that snapshots from now on need.
     *
     * @param pin an id, unique in the job; drawn at random
     * @param lease time after which the pin expires unless it is settled, at most 3 seconds,
     *     because an open pin keeps every version
     * @return the highest timestamp that has been applied here
     */
    CompletableFuture<Long> pin(long pin, Duration lease);

    /**
     * Fixes the snapshot of a pin, so that versions that only other snapshots would need are not
     * kept. The caller reads the pin from now on until {@link #keep} or {@link #unpin}; others may
     * do so at the same time.
     *
     * @param snapshot not below what {@link #pin} returned, and at most a second ahead of the
     *     clock; reads wait until all transactions up to it are applied
     */
    CompletableFuture<Void> settle(long pin, long snapshot, Duration lease);

    /**
     * Ends the caller's reading that {@link #settle} began, but leaves the pin for whoever reads it
     * next. Pins that nobody reads are given up before new pins are refused.
     *
     * @param lease time after which the pin expires, unless somebody reads it for longer
     */
    CompletableFuture<Void> keep(long pin, Duration lease);

    /** Gives up a pin; does nothing if it is gone already. */
    void unpin(long pin);

    /**
     * Reads keys as of a snapshot. Waits until all transactions up to it are applied here.
     *
     * @param keys of this instance, in any order
     * @param snapshot timestamp; either pinned, or within the retention of the t-graph
     * @param timeout how long to wait for outstanding transactions
     */
    CompletableFuture<Values<V>> read(List<K> keys, long snapshot, Duration timeout);

    /**
     * Reads the newest installed values of keys. The values of one call are not a snapshot:
     * transactions may have been applied in between.
     *
     * @param keys of this instance, in any order
     * @param after all transactions up to this timestamp must be applied first; 0 for no such
     *     requirement
     * @param timeout how long to wait for outstanding transactions
     */
    CompletableFuture<Values<V>> readNewest(List<K> keys, long after, Duration timeout);

    /**
     * All keys that may have a value at a pinned snapshot, each exactly once; some may have no
     * value. Waits until all transactions up to the snapshot are applied here.
     *
     * @param pin settled before; it stays as long as this takes
     * @param limit fails with {@link ReadException.Reason#TOO_LARGE} if there are more keys
     */
    CompletableFuture<List<K>> keys(long pin, int limit);

    /**
     * Asks an index for entries as of a pinned snapshot. Waits until all transactions up to it are
     * applied here.
     *
     * @param pin settled before; it stays as long as this takes
     */
    default CompletableFuture<IndexedEntries<K, V>> find(long pin, IndexQuery query) {
        return CompletableFuture.completedFuture(IndexedEntries.notServed());
    }

    /** The indexes that the state was given. Read without stopping the instance. */
    default List<IndexDefinition> indexes() {
        return List.of();
    }

    /** How these indexes are, in the same order. Read without stopping the instance. */
    default List<IndexStatus> indexStatus() {
        return List.of();
    }

    /**
     * What accesses in chains do here; null if there are none, or if another state of the operator
     * tells. Read without stopping the instance.
     */
    default @Nullable ChainStatus chains() {
        return null;
    }

    /**
     * The keys that are accessed most here, hottest first, by a sample; empty if another state of
     * the operator tells. Read without stopping the instance.
     */
    default List<HotKey<K>> hottestKeys(int most) {
        return List.of();
    }

    /**
     * How much each key group here is accessed, by a sample, in the order of their indexes; empty
     * if another state of the operator tells. Read without stopping the instance.
     */
    default List<KeyGroupLoad> keyGroupLoads() {
        return List.of();
    }

    /** The number of keys, at most some seconds old; -1 if there are too many to count. */
    CompletableFuture<Long> keyCount();
}
