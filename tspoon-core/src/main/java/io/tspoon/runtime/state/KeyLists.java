/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.read.ReadException;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Supplier;

/** Lists keys for one reader at a time; the others wait. Confined to the mailbox thread. */
final class KeyLists<K, V> implements AutoCloseable {
    private final RecordCache<K, V> cache;
    private final Supplier<KeyScan<K>> scans;
    private final ReadFailures failures;
    private @Nullable KeyList<K, V> current;

    KeyLists(RecordCache<K, V> cache, Supplier<KeyScan<K>> scans, ReadFailures failures) {
        this.cache = cache;
        this.scans = scans;
        this.failures = failures;
    }

    /** Goes on with the list of a reader, if it is its turn; null while it is not over. */
    @Nullable List<K> goOn(ReadTask<?> owner, int limit, long untilNanos) {
        dropAbandoned();
        KeyList<K, V> list = current;
        if (list == null) {
            list = new KeyList<>(cache, scans.get(), owner);
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
