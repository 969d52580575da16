/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.protocol.KeyRecord;
import io.tspoon.read.ReadException;

import org.apache.flink.util.function.ThrowingRunnable;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Lists keys for one reader of an operator at a time; the others wait. Confined to the mailbox
 * thread.
 *
 * <p>Nothing is evicted while there is a list. So that lists which follow each other do not gather
 * what comes to hand, the next one begins when that of the last one is gone, but for what is in
 * use; it sees to that itself, for there may be no block with which a trim would come. And a list
 * during which more comes than there is room for is given up. So the records are bounded by the
 * capacity, what is in use, and what comes during one list: as many as the capacity, or {@value
 * KeyList#LEAST_ROOM} if that is more.
 */
final class KeyLists<K, V> implements AutoCloseable {
    private final RecordCache<K, V> cache;
    private final ThrowingRunnable<Exception> trim;
    private @Nullable KeyList<K, V> current;

    /**
     * @param trim evicts some of what is too much
     */
    KeyLists(RecordCache<K, V> cache, ThrowingRunnable<Exception> trim) {
        this.cache = cache;
        this.trim = trim;
    }

    /**
     * Goes on with the list of a reader, if it is its turn; null while it is not over.
     *
     * @param scans begins to go through the keys in Flink's keyed state
     * @param listed whether the key of a record at hand is to be listed
     * @param failures tells if there are more keys than the limit, or too much came to hand
     */
    @Nullable List<K> goOn(
            ReadTask<?> owner,
            Supplier<KeyScan<K>> scans,
            Predicate<KeyRecord<K, V>> listed,
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
            list = new KeyList<>(cache, scans.get(), listed, owner);
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
                        ReadException.Reason.TOO_LARGE, "there are more keys than " + limit);
            }
            if (!over && cache.size() > list.mostAtHand()) {
                over = true;
                throw failures.of(
                        ReadException.Reason.OVERLOADED,
                        "too many keys came to hand while all were listed, limit="
                                + list.mostAtHand());
            }
        } finally {
            if (over) {
                close();
            }
        }
        return over ? list.keys() : null;
    }

    /** Goes on with trims until some time; whether they have done what they can. */
    private boolean isTrimmed(long untilNanos) throws Exception {
        boolean inTime = true;
        while (inTime && !cache.isTrimmed()) {
            trim.run();
            inTime = System.nanoTime() < untilNanos;
        }
        return cache.isTrimmed();
    }

    /** Ends a list whose reader does not wait for it any more. */
    void dropAbandoned() {
        if (current != null && current.owner().answer().isDone()) {
            close();
        }
    }

    /** Whether records have to stay where they are. */
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
