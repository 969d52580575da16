/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.KeyScan;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * Counts the keys of an instance for all who ask, and not again for a while: the longer it took,
 * the longer the count has to do. Confined to the mailbox thread.
 */
final class KeyCounter<K, V> implements AutoCloseable {
    private static final long AGE_NANOS = Duration.ofSeconds(5).toNanos();
    private static final int SHARE = 20;

    private final RecordCache<K, V> cache;
    private final Supplier<KeyScan<K>> scans;
    private final ReadQueue queue;
    private @Nullable KeyCount<K, V> last;
    private long endedNanos;

    KeyCounter(RecordCache<K, V> cache, Supplier<KeyScan<K>> scans, ReadQueue queue) {
        this.cache = cache;
        this.scans = scans;
        this.queue = queue;
    }

    /** Answers by the last count, by the one that goes on, or by a new one. */
    ReadTask<Long> task() {
        return new ReadTask<>() {
            @Override
            boolean run(long untilNanos) {
                var unused =
                        current()
                                .answer()
                                .whenComplete(
                                        (keys, failure) -> {
                                            if (failure == null) {
                                                answer().complete(keys);
                                            } else {
                                                fail(failure);
                                            }
                                        });
                return true;
            }
        };
    }

    private KeyCount<K, V> current() {
        KeyCount<K, V> current = last;
        if (current == null || isOver(current)) {
            KeyCount<K, V> fresh = new KeyCount<>(cache, scans.get());
            last = fresh;
            var unused =
                    fresh.answer().whenComplete((keys, failure) -> endedNanos = System.nanoTime());
            queue.addRead(fresh);
            return fresh;
        }
        return current;
    }

    private boolean isOver(KeyCount<K, V> count) {
        if (!count.answer().isDone()) {
            return false;
        }
        return System.nanoTime() - endedNanos >= Math.max(AGE_NANOS, SHARE * count.spentNanos());
    }

    @Override
    public void close() {
        if (last != null) {
            last.close();
        }
    }
}
