/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.read.ReadException;
import io.tspoon.runtime.state.cache.RecordCache;

import org.apache.flink.util.function.ThrowingRunnable;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Lists keys for one reader of an operator at a time; the others wait. Confined to the mailbox
 * thread.
 *
 * <p>Nothing is evicted while a list is being made, so the records that enter the cache meanwhile
 * stay. Two rules bound them. First, the next list begins only when the surplus of the last one is
 * evicted, except for what is in use. This class trims the cache itself for that, because there may
 * be no block after which the operator would trim it. Second, a list during which more records come
 * than there is room for is given up.
 *
 * <p>So the number of records is bounded by the capacity, plus what is in use, plus what comes
 * during one list: as many as the capacity, or {@value KeyList#LEAST_ROOM} if that is more.
 */
final class KeyLists<K, V> implements AutoCloseable {
    /**
     * What is listed.
     *
     * @param scans begins a scan of the keys in Flink's keyed state
     * @param listable whether a record belongs to what is listed
     * @param listed whether the key of a record in the cache is to be listed
     */
    record Wanted<K, V>(
            Supplier<KeyScan<K>> scans, Predicate<K> listable, Predicate<KeyRecord<K, V>> listed) {}

    private final RecordCache<K, V> cache;
    private final ThrowingRunnable<Exception> trim;
    private @Nullable KeyList<K, V> current;

    /**
     * @param trim evicts some of the surplus
     */
    KeyLists(RecordCache<K, V> cache, ThrowingRunnable<Exception> trim) {
        this.cache = cache;
        this.trim = trim;
    }

    /**
     * Continues the list of a reader if it is the reader's turn. Returns null until the list is
     * complete.
     *
     * @param failures makes the failure if there are more keys than the limit, or if too many
     *     records enter the cache
     */
    @Nullable List<K> goOn(
            ReadTask<?> owner,
            Wanted<K, V> wanted,
            ReadFailures failures,
            int limit,
            long untilNanos)
            throws Exception {
        dropAbandoned();
        KeyList<K, V> list = current;
        if (list == null) {
            if (!isTrimmed(untilNanos)) {
                return null;
            }
            list = new KeyList<>(cache, wanted, owner);
            current = list;
        }
        if (list.owner() != owner) {
            return null;
        }
        boolean over = true;
        try {
            over = list.run(untilNanos);
            if (list.size() > limit) {
                over = true;
                throw failures.of(
                        ReadException.Reason.TOO_LARGE,
                        "[TSP-2314] Cannot read state: there are more keys than " + limit);
            }
            if (!over && cache.size() > list.mostAtHand()) {
                over = true;
                throw failures.of(
                        ReadException.Reason.OVERLOADED,
                        "[TSP-2315] Cannot read state: too many keys came to hand while all were"
                                + " listed, limit="
                                + list.mostAtHand());
            }
        } finally {
            if (over) {
                close();
            }
        }
        return over ? list.keys() : null;
    }

    /** Trims until a time; returns whether nothing more can be evicted. */
    private boolean isTrimmed(long untilNanos) throws Exception {
        boolean inTime = true;
        while (inTime && !cache.isTrimmed()) {
            trim.run();
            inTime = System.nanoTime() < untilNanos;
        }
        return cache.isTrimmed();
    }

    /** Ends the list if its reader no longer waits for it. */
    void dropAbandoned() {
        if (current != null && current.owner().answer().isDone()) {
            close();
        }
    }

    /** Whether records have to stay in the cache. */
    boolean isBusy() {
        return current != null;
    }

    @Override
    public void close() {
        if (current != null) {
            current.close();
            current = null;
            cache.beginTrimming();
        }
    }
}
