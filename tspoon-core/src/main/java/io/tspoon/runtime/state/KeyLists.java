/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.protocol.KeyRecord;
import io.tspoon.read.ReadException;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Lists keys for one reader of an operator at a time; the others wait. Confined to the mailbox
 * thread.
 */
final class KeyLists<K, V> implements AutoCloseable {
    private final RecordCache<K, V> cache;
    private @Nullable KeyList<K, V> current;

    KeyLists(RecordCache<K, V> cache) {
        this.cache = cache;
    }

    /**
     * Goes on with the list of a reader, if it is its turn; null while it is not over.
     *
     * @param scans begins to go through the keys in Flink's keyed state
     * @param listed whether the key of a record at hand is to be listed
     * @param failures tells if there are more keys than the limit
     */
    @Nullable List<K> goOn(
            ReadTask<?> owner,
            Supplier<KeyScan<K>> scans,
            Predicate<KeyRecord<K, V>> listed,
            ReadFailures failures,
            int limit,
            long untilNanos) {
        dropAbandoned();
        KeyList<K, V> list = current;
        if (list == null) {
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
        } finally {
            if (over) {
                close();
            }
        }
        return over ? list.keys() : null;
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
        }
    }
}
