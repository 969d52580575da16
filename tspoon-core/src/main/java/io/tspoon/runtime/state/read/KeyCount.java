/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.runtime.state.cache.RecordCache;

import java.time.Duration;

/**
 * Counts the keys that have a value, in slices: first those in the cache, then those only in the
 * keyed state. Transactions go on meanwhile, so the count may be slightly off.
 */
final class KeyCount<K, S> extends ReadTask<Long> {
    private static final long LONGEST_NANOS = Duration.ofSeconds(5).toNanos();

    private final RecordCache<K, S> cache;
    private final StateReader.Host<K, S> host;
    private final KeyScan<K> backing;
    private int position;
    private long count;
    private long spentNanos;

    KeyCount(RecordCache<K, S> cache, StateReader.Host<K, S> host) {
        this.cache = cache;
        this.host = host;
        this.backing = host.scan();
    }

    @Override
    boolean run(long untilNanos) {
        if (spentNanos > LONGEST_NANOS) {
            return end(-1);
        }
        long begin = System.nanoTime();
        boolean over = goOn(untilNanos);
        spentNanos += System.nanoTime() - begin;
        return over && end(count);
    }

    private boolean goOn(long untilNanos) {
        while (position < cache.size()) {
            KeyRecord<K, S> record = cache.at(position++);
            boolean counts = host.has(record.key()) && host.valueOf(record.installed()) != null;
            count += counts ? 1 : 0;
            if (isTimeUp(position, untilNanos)) {
                return false;
            }
        }
        int looked = 0;
        while (backing.hasNext()) {
            count += cache.peek(backing.next()) == null ? 1 : 0;
            if (isTimeUp(++looked, untilNanos)) {
                return false;
            }
        }
        return true;
    }

    /** The operator's time that the count has taken up to now. */
    long spentNanos() {
        return spentNanos;
    }

    void close() {
        backing.close();
    }

    private boolean end(long result) {
        backing.close();
        answer().complete(result);
        return true;
    }
}
