/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One instance of a state, read while transactions go on.
 *
 * <p>All methods may be called from any thread and return at once. Futures are completed by the
 * thread of the operator, so whoever depends on them must not block there: go on elsewhere with
 * {@code thenApplyAsync} and the like. They fail with a {@link ReadException}. Whoever does not
 * wait any longer completes the future, as {@link CompletableFuture#orTimeout} does: the read is
 * dropped.
 *
 * <p>To read several instances at one timestamp:
 *
 * <ol>
 *   <li>{@link #pin} at all instances of all states of the t-graph, with one id;
 *   <li>the snapshot is the highest of the timestamps that they answer: everything whose result was
 *       emitted before the first pin is in it;
 *   <li>{@link #settle} and {@link #read} with this snapshot, wherever the keys are;
 *   <li>{@link #unpin}; or {@link #keep}, to {@link #settle} and read again.
 * </ol>
 *
 * @param <K> key type
 * @param <V> value type
 */
public interface ReadableState<K, V> {
    /** Leases and timeouts that are longer count as this. */
    Duration LONGEST_DURATION = Duration.ofHours(1);

    /** What this is an instance of. */
    StateInstance<K, V> description();

    /**
     * Keeps what snapshots from now on need.
     *
     * @param pin an id, unique in the job; drawn at random
     * @param lease after this time the pin is gone unless it is settled, at most 3 seconds: an open
     *     pin keeps every version
     * @return the highest timestamp that has been applied here
     */
    CompletableFuture<Long> pin(long pin, Duration lease);

    /**
     * Says which snapshot a pin is for, so that what only others would need is not kept. The caller
     * reads it from now on, until {@link #keep} or {@link #unpin}; so may others at the same time.
     *
     * @param snapshot at least what {@link #pin} answered, and at most a second ahead of the clock;
     *     reads wait until all transactions up to there are applied
     */
    CompletableFuture<Void> settle(long pin, long snapshot, Duration lease);

    /**
     * The caller of {@link #settle} does not read any more, but the pin stays for whoever goes on.
     * A pin that nobody reads is given up before new ones are refused.
     *
     * @param lease after this time the pin is gone, unless somebody still reads it for longer
     */
    CompletableFuture<Void> keep(long pin, Duration lease);

    /** Gives up a pin; nothing happens if it is gone already. */
    void unpin(long pin);

    /**
     * Reads keys as of a snapshot. Waits until all transactions up to there are applied here.
     *
     * @param keys of this instance, in any order
     * @param snapshot timestamp; one that is pinned, or one within the retention of the t-graph
     * @param timeout how long to wait for outstanding transactions
     */
    CompletableFuture<Values<V>> read(List<K> keys, long snapshot, Duration timeout);

    /**
     * Reads the newest installed values of keys. Those of one call are no snapshot: transactions
     * may lie between them.
     *
     * @param keys of this instance, in any order
     * @param after all transactions up to this timestamp have to be applied before; 0 if it does
     *     not matter
     * @param timeout how long to wait for outstanding transactions
     */
    CompletableFuture<Values<V>> readNewest(List<K> keys, long after, Duration timeout);

    /**
     * All keys that may have a value at a pinned snapshot, each of them once; some may have none.
     * Waits until all transactions up to there are applied here.
     *
     * @param pin settled before; it stays as long as this takes
     * @param limit fails with {@link ReadException.Reason#TOO_LARGE} if there are more keys
     */
    CompletableFuture<List<K>> keys(long pin, int limit);

    /**
     * How many keys there are, as of some seconds ago at most; -1 if they are too many to count.
     */
    CompletableFuture<Long> keyCount();
}
