/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.bound.Timer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Remembers the sorted keys of the latest few scans that have further pages, so that not every page
 * has to sort them again. An entry stays as long as a further page may be asked for. If an entry is
 * missing the keys are sorted again, with the same result.
 */
final class SortedKeysCache {
    private static final int CAPACITY = 16;

    private record Name(long pin, Object instance, boolean descending) {}

    private record Entry(SortedKeys<?> keys, long usedNanos) {}

    private final long leaseMs;
    private final Timer timer;

    /** The least recently used entry comes first. */
    @GuardedBy("this")
    private final Map<Name, Entry> entries = new LinkedHashMap<>();

    @GuardedBy("this")
    private boolean ending;

    /**
     * @param leaseMs how long an unused entry stays
     */
    SortedKeysCache(long leaseMs, Timer timer) {
        this.leaseMs = leaseMs;
        this.timer = timer;
    }

    @SuppressWarnings("unchecked")
    synchronized <K> @Nullable SortedKeys<K> get(
            long pin, LocalInstance<K, ?> instance, boolean descending) {
        Name name = new Name(pin, instance, descending);
        Entry entry = entries.remove(name);
        if (entry == null) {
            return null;
        }
        entries.put(name, new Entry(entry.keys, System.nanoTime()));
        return (SortedKeys<K>) entry.keys;
    }

    synchronized <K> void put(
            long pin, LocalInstance<K, ?> instance, boolean descending, SortedKeys<K> keys) {
        Name name = new Name(pin, instance, descending);
        entries.remove(name);
        entries.put(name, new Entry(keys, System.nanoTime()));
        if (entries.size() > CAPACITY) {
            entries.remove(entries.keySet().iterator().next());
        }
        endLater();
    }

    synchronized void remove(long pin) {
        entries.keySet().removeIf(name -> name.pin() == pin);
    }

    synchronized int size() {
        return entries.size();
    }

    /** The caller holds the monitor. */
    @GuardedBy("this")
    private void endLater() {
        if (!ending && !entries.isEmpty()) {
            ending = true;
            long usedNanos = entries.values().iterator().next().usedNanos;
            long agoMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - usedNanos);
            var unused = timer.after(Math.max(1, leaseMs - agoMs), this::endOld);
        }
    }

    private synchronized void endOld() {
        ending = false;
        long oldest = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(leaseMs);
        entries.values().removeIf(entry -> entry.usedNanos - oldest <= 0);
        endLater();
    }
}
