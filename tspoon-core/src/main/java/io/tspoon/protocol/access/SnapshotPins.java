/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Decides which replaced versions are kept for snapshot reads from outside: those that pins need,
 * and those within the retention.
 *
 * <p>A pin is open until it is settled for a snapshot. While it is open, every version is kept that
 * is the newest one at some later time. After that, only one version of each key is kept for the
 * snapshot, however often the key is written.
 *
 * <p>While there are pins or a retention, every kept version is on exactly one list: that of a pin,
 * that of the retention, or that of the versions that transactions may ask for. When its time on a
 * list is over, the version moves to another list or is dropped. Versions of pins that are gone are
 * dropped bit by bit, at least two for each installed version.
 *
 * <p>Confined to the thread of the participant. Design: ADR 0015.
 *
 * @param <K> key type
 * @param <V> value type
 */
@Internal
public final class SnapshotPins<K, V> {
    static final int RELEASED_AT_ONCE = 1_024;

    /** More than the one that the installed version may add. */
    private static final int RELEASED_AT_INSTALL = 2;

    /** Open pins by id, in the order of insertion. Their lowest timestamps ascend in this order. */
    private final Map<Long, SnapshotPin<K, V>> open = new LinkedHashMap<>();

    /** The snapshot of each settled pin, by the pin's id. */
    private final Map<Long, Long> settled = new HashMap<>();

    private final TreeMap<Long, SnapshotPin<K, V>> snapshots = new TreeMap<>();
    private final ArrayDeque<SnapshotPin.Kept<K, V>> retained = new ArrayDeque<>();

    /** Versions that only transactions may still ask for. */
    private final ArrayDeque<SnapshotPin.Kept<K, V>> recent = new ArrayDeque<>();

    /** Versions that were kept for pins that are gone. */
    private final ArrayDeque<ArrayDeque<SnapshotPin.Kept<K, V>>> released = new ArrayDeque<>();

    private final InstalledVersions.Installs<K, V> installs;
    private int kept;
    private boolean retains;
    private long horizon = Long.MAX_VALUE;
    private long lowestPinned = Long.MAX_VALUE;

    /** Transactions read at this timestamp and above. */
    private long oldestReader = Long.MAX_VALUE;

    SnapshotPins() {
        this(record -> {});
    }

    /**
     * @param installs is told what is dropped
     */
    SnapshotPins(InstalledVersions.Installs<K, V> installs) {
        this.installs = installs;
    }

    public int size() {
        return open.size() + settled.size();
    }

    /** The number of versions kept for pins, without those of pins that are gone. */
    public int kept() {
        return kept;
    }

    /** The number of versions that were kept for pins that are gone and are still to be dropped. */
    int released() {
        return released.stream().mapToInt(ArrayDeque::size).sum();
    }

    /** The number of versions that only the retention keeps. */
    public int retained() {
        return retained.size();
    }

    // ------------------------------------------------------------------ pins

    /**
     * Pins everything that is the newest version from now on.
     *
     * @param id id of the pin; nothing changes if there is already such a pin
     * @param applied highest timestamp that was applied; never lower than before
     */
    public void pin(long id, long applied) {
        if (!isPinned(id)) {
            open.put(id, new SnapshotPin<>(applied));
            findLowest();
        }
    }

    public boolean isPinned(long id) {
        return open.containsKey(id) || settled.containsKey(id);
    }

    public boolean isOpen(long id) {
        return open.containsKey(id);
    }

    /**
     * Settles a pin for a snapshot. The snapshot must not be below what was applied when the pin
     * was set, unless the retention or another pin makes it readable now.
     *
     * @return whether the snapshot can be read; if not, the pin is gone, is for another snapshot,
     *     or cannot be settled for this one
     */
    public boolean settle(long id, long snapshot) {
        Long before = settled.get(id);
        if (before != null) {
            return before == snapshot;
        }
        SnapshotPin<K, V> pin = open.get(id);
        if (pin == null || (snapshot < pin.lowest() && !isReadable(snapshot))) {
            return false;
        }
        open.remove(id);
        settled.put(id, snapshot);
        snapshots.computeIfAbsent(snapshot, SnapshotPin::new).use();
        findLowest();
        release(pin);
        return true;
    }

    /** Removes a pin; returns whether there was one. */
    public boolean unpin(long id) {
        SnapshotPin<K, V> gone = open.remove(id);
        Long snapshot = settled.remove(id);
        if (snapshot != null) {
            SnapshotPin<K, V> shared = snapshots.get(snapshot);
            if (shared != null && shared.leave()) {
                snapshots.remove(snapshot);
                gone = shared;
            }
        }
        findLowest();
        if (gone != null) {
            release(gone);
        }
        return gone != null || snapshot != null;
    }

    /** Removes all pins that keep versions for the lowest timestamp. */
    public void giveUpOldest() {
        long oldest = lowestPinned;
        List<SnapshotPin<K, V>> gone = new ArrayList<>();
        for (SnapshotPin<K, V> pin : open.values()) {
            if (pin.lowest() == oldest) {
                gone.add(pin);
            }
        }
        open.values().removeAll(gone);
        settled.values().removeIf(snapshot -> snapshot == oldest);
        SnapshotPin<K, V> shared = snapshots.remove(oldest);
        if (shared != null) {
            gone.add(shared);
        }
        findLowest();
        gone.forEach(this::release);
    }

    /** The snapshot of a settled pin; null if there is no such pin. */
    public @Nullable Long snapshotOf(long id) {
        return settled.get(id);
    }

    // ------------------------------------------------------------------ retention

    /**
     * Retains the versions that were the newest ones at the timestamp or after it.
     *
     * @param limit the most versions to retain besides those that pins need
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
            moveOn(oldest);
            oldest = retained.peek();
        }
    }

    /** Whether reads at a timestamp see every version that they have to see. */
    public boolean isReadable(long snapshot) {
        return snapshot >= horizon || snapshots.containsKey(snapshot);
    }

    /**
     * The lowest timestamp that can be read without a pin; {@link Long#MAX_VALUE} if there is none.
     */
    public long horizon() {
        return horizon;
    }

    /** The lowest timestamp that anybody can read; {@link Long#MAX_VALUE} if there is none. */
    public long lowest() {
        return Math.min(horizon, lowestPinned);
    }

    // ------------------------------------------------------------------ versions

    /**
     * Drops some of the versions that were kept for pins that are gone. To be called now and then.
     */
    public void releaseSome() {
        release(RELEASED_AT_ONCE);
    }

    /**
     * Drops versions of pins that are gone, faster than new ones are added. The dropped versions
     * may belong to the same record. To be called before a version is installed, unless this object
     * {@link #isEmpty}.
     */
    void beforeInstall() {
        release(RELEASED_AT_INSTALL);
    }

    private void release(int limit) {
        int count = 0;
        ArrayDeque<SnapshotPin.Kept<K, V>> first = released.peek();
        while (first != null && count < limit) {
            SnapshotPin.Kept<K, V> gone = first.poll();
            if (gone != null) {
                count++;
                moveOn(gone);
            } else {
                released.remove();
                first = released.peek();
            }
        }
    }

    /** Whether no replaced version is on a list, and none has to be kept. */
    boolean isEmpty() {
        return !retains && lowestPinned == Long.MAX_VALUE && recent.isEmpty() && released.isEmpty();
    }

    /** Sets the timestamp below which no transaction will read any more. */
    void oldestReader(long timestamp) {
        oldestReader = timestamp;
        SnapshotPin.Kept<K, V> oldest = recent.peek();
        while (oldest != null && oldest.record().replacedAt(oldest.version()) <= timestamp) {
            recent.remove();
            moveOn(oldest);
            oldest = recent.peek();
        }
    }

    /**
     * Puts a version that was just replaced or inserted on the list of a reader that needs it, or
     * drops it.
     */
    void keepOrDrop(KeyRecord<K, V> record, Version<V> version) {
        if (version.listed) {
            return;
        }
        long replaced = record.replacedAt(version);
        SnapshotPin<K, V> pin = replaced <= lowestPinned ? null : needing(version, replaced);
        if (pin != null) {
            kept++;
            pin.keep(record, version);
        } else if (replaced > horizon) {
            retained.add(new SnapshotPin.Kept<>(record, version));
        } else if (replaced > oldestReader) {
            recent.add(new SnapshotPin.Kept<>(record, version));
        } else {
            record.drop(version);
            installs.dropped(record, version.value());
            return;
        }
        version.listed = true;
    }

    /** The pin that needs the version, preferably one that is settled; null if none does. */
    private @Nullable SnapshotPin<K, V> needing(Version<V> version, long replaced) {
        Map.Entry<Long, SnapshotPin<K, V>> snapshot = snapshots.ceilingEntry(version.timestamp);
        if (snapshot != null && snapshot.getKey() < replaced) {
            return snapshot.getValue();
        }
        for (SnapshotPin<K, V> oldest : open.values()) {
            return oldest.lowest() < replaced ? oldest : null;
        }
        return null;
    }

    /** Moves a version from its list to another list, or drops it. */
    private void moveOn(SnapshotPin.Kept<K, V> from) {
        from.version().listed = false;
        keepOrDrop(from.record(), from.version());
    }

    private void release(SnapshotPin<K, V> pin) {
        ArrayDeque<SnapshotPin.Kept<K, V>> gone = pin.takeKept();
        kept -= gone.size();
        released.add(gone);
        releaseSome();
    }

    private void findLowest() {
        lowestPinned = snapshots.isEmpty() ? Long.MAX_VALUE : snapshots.firstKey();
        for (SnapshotPin<K, V> oldest : open.values()) {
            lowestPinned = Math.min(lowestPinned, oldest.lowest());
            return;
        }
    }
}
