/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Which replaced versions are kept for those who read snapshots from outside: what pins need, and
 * what is not older than the retention.
 *
 * <p>Every version that is kept while there are pins is on one list: of a pin, of the retention, or
 * of what transactions may ask for. When its time there is over it moves to another list, or goes.
 * So what is kept is bounded by what is needed, however often a key is written. Confined to the
 * thread of the participant.
 *
 * @param <K> key type
 * @param <V> value type
 */
public final class SnapshotPins<K, V> {
    private final Map<Long, SnapshotPin<K, V>> pins = new HashMap<>();
    private final ArrayDeque<SnapshotPin.Kept<K, V>> retained = new ArrayDeque<>();

    /** Versions that only transactions may still ask for. */
    private final ArrayDeque<SnapshotPin.Kept<K, V>> recent = new ArrayDeque<>();

    private boolean retains;
    private long horizon = Long.MAX_VALUE;
    private long lowestPinned = Long.MAX_VALUE;

    /** Transactions read at this timestamp and above. */
    private long oldestReader = Long.MAX_VALUE;

    /** The number of pins. */
    public int size() {
        return pins.size();
    }

    /** The number of versions that only the retention keeps. */
    public int retained() {
        return retained.size();
    }

    // ------------------------------------------------------------------ pins

    /**
     * Pins what is read from now on.
     *
     * @param id of the pin; nothing changes if there is such a pin
     * @param applied highest timestamp that was applied
     */
    public void pin(long id, long applied) {
        pins.computeIfAbsent(id, pin -> new SnapshotPin<>(applied));
        findLowest();
    }

    public boolean isPinned(long id) {
        return pins.containsKey(id);
    }

    /**
     * Says which snapshot a pin is for.
     *
     * @return whether it can be read; if not, the pin is gone, or for another snapshot
     */
    public boolean settle(long id, long snapshot) {
        SnapshotPin<K, V> pin = pins.get(id);
        if (pin == null || snapshot < pin.lowest()) {
            return false;
        }
        if (pin.isSettled()) {
            return pin.snapshot() == snapshot;
        }
        pin.settle(snapshot);
        findLowest();
        release(pin);
        return true;
    }

    /** Gives up a pin. */
    public void unpin(long id) {
        SnapshotPin<K, V> pin = pins.remove(id);
        if (pin != null) {
            findLowest();
            release(pin);
        }
    }

    /** The snapshot of a settled pin; null if there is no such pin. */
    public @Nullable Long snapshotOf(long id) {
        SnapshotPin<K, V> pin = pins.get(id);
        return pin == null || !pin.isSettled() ? null : pin.snapshot();
    }

    // ------------------------------------------------------------------ retention

    /**
     * Versions that were the newest at or after a timestamp are retained.
     *
     * @param limit so many at most, besides those that pins need
     */
    public void retainFrom(long timestamp, int limit) {
        horizon = retains ? Math.max(horizon, timestamp) : timestamp;
        retains = true;
        SnapshotPin.Kept<K, V> oldest = retained.peek();
        while (oldest != null) {
            long replaced = oldest.record().replacedAt(oldest.version());
            if (replaced > horizon && retained.size() <= limit) {
                return;
            }
            horizon = Math.max(horizon, replaced);
            retained.remove();
            oldest.version().listed = false;
            keepOrDrop(oldest.record(), oldest.version());
            oldest = retained.peek();
        }
    }

    /** Whether reads at a timestamp see all that they have to see. */
    public boolean isReadable(long snapshot) {
        if (snapshot >= horizon) {
            return true;
        }
        for (SnapshotPin<K, V> pin : pins.values()) {
            if (pin.isSettled() && pin.snapshot() == snapshot) {
                return true;
            }
        }
        return false;
    }

    /** The lowest timestamp that can be read without a pin; MAX_VALUE if there is none. */
    public long horizon() {
        return horizon;
    }

    /** The lowest timestamp that anybody can read; MAX_VALUE if there is none. */
    public long lowest() {
        return Math.min(horizon, lowestPinned);
    }

    // ------------------------------------------------------------------ versions

    /** Whether no replaced version is on a list, and none has to be. */
    boolean isEmpty() {
        return !retains && pins.isEmpty() && recent.isEmpty();
    }

    /** No transaction will read below this timestamp. */
    void oldestReader(long timestamp) {
        oldestReader = timestamp;
        SnapshotPin.Kept<K, V> oldest = recent.peek();
        while (oldest != null && oldest.record().replacedAt(oldest.version()) <= timestamp) {
            recent.remove();
            oldest.version().listed = false;
            keepOrDrop(oldest.record(), oldest.version());
            oldest = recent.peek();
        }
    }

    /**
     * Puts a version that was just replaced, or inserted, on the list of somebody who needs it, or
     * drops it.
     */
    void keepOrDrop(KeyRecord<K, V> record, Version<V> version) {
        if (version.listed) {
            return;
        }
        long replaced = record.replacedAt(version);
        SnapshotPin<K, V> pin = replaced <= lowestPinned ? null : needing(version, replaced);
        if (pin != null) {
            pin.keep(record, version);
        } else if (replaced > horizon) {
            retained.add(new SnapshotPin.Kept<>(record, version));
        } else if (replaced > oldestReader) {
            recent.add(new SnapshotPin.Kept<>(record, version));
        } else {
            record.drop(version);
            return;
        }
        version.listed = true;
    }

    /** A pin that needs the version, a settled one if there is one. */
    private @Nullable SnapshotPin<K, V> needing(Version<V> version, long replaced) {
        SnapshotPin<K, V> open = null;
        for (SnapshotPin<K, V> pin : pins.values()) {
            if (pin.needs(version.timestamp, replaced)) {
                if (pin.isSettled()) {
                    return pin;
                }
                open = pin;
            }
        }
        return open;
    }

    /** Drops what only this pin has needed; others take over the rest. */
    private void release(SnapshotPin<K, V> pin) {
        for (SnapshotPin.Kept<K, V> kept : pin.takeKept()) {
            kept.version().listed = false;
            keepOrDrop(kept.record(), kept.version());
        }
    }

    private void findLowest() {
        lowestPinned = Long.MAX_VALUE;
        for (SnapshotPin<K, V> pin : pins.values()) {
            lowestPinned = Math.min(lowestPinned, pin.lowest());
        }
    }
}
