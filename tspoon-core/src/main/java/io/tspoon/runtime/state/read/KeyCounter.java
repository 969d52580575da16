/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.runtime.state.cache.RecordCache;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * Counts the keys of an instance for all callers. A count is reused for a while; the longer it
 * took, the longer it is reused. Confined to the mailbox thread.
 */
final class KeyCounter<K, S> implements AutoCloseable {
    private static final long AGE_NANOS = Duration.ofSeconds(5).toNanos();
    private static final int SHARE = 20;

    private final RecordCache<K, S> cache;
    private final StateReader.Host<K, S> host;
    private final ReadQueue queue;
    private @Nullable KeyCount<K, S> last;
    private long endedNanos;

    KeyCounter(RecordCache<K, S> cache, StateReader.Host<K, S> host, ReadQueue queue) {
        this.cache = cache;
        this.host = host;
        this.queue = queue;
    }

    /** Answers with the last count, the one under way, or a new one. */
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

    private KeyCount<K, S> current() {
        KeyCount<K, S> current = last;
        if (current == null || isOver(current)) {
            KeyCount<K, S> fresh = new KeyCount<>(cache, host);
            last = fresh;
            var unused =
                    fresh.answer()
                            .whenComplete(
                                    (keys, failure) -> {
                                        endedNanos = System.nanoTime();
                                        fresh.close();
                                    });
            queue.addRead(fresh);
            return fresh;
        }
        return current;
    }

    private boolean isOver(KeyCount<K, S> count) {
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
