/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Remembers the sorted keys of scans that have more pages, the latest few of them, so that a page
 * does not sort again; for as long as a page may be asked for. What is not here is sorted anew,
 * with the same result.
 */
final class SortedKeysCache {
    private static final int CAPACITY = 16;

    private record Name(long pin, Object instance, boolean descending) {}

    private record Entry(SortedKeys<?> keys, long usedNanos) {}

    private final long leaseMs;
    private final Timer timer;

    /** Those that were not used for the longest time come first. */
    private final Map<Name, Entry> entries = new LinkedHashMap<>();

    private boolean ending;

    /**
     * @param leaseMs for which an entry stays that nobody uses
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

    /** Holds the monitor. */
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
