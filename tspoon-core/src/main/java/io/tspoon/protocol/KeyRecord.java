/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Everything a participant knows of one key: the installed value, and what is in flight.
 *
 * <p>Invariants: holds and waiting accesses are linked in ascending timestamp order; the newest
 * installed version is in the record itself, older ones are chained in descending order and go away
 * once no transaction and no pin can ask for them. Nothing grows with history. Confined to the
 * thread of the participant.
 *
 * @param <K> key type
 * @param <V> value type; null stands for "no value"
 */
public class KeyRecord<K, V> {
    private final K key;

    private @Nullable V value;
    private long versionTimestamp = Timestamps.NONE;
    private @Nullable Version<V> older;

    /** Highest timestamp of an access that was granted and read. */
    long highestRead = Timestamps.NONE;

    /** Highest timestamp of an access that was granted and may have written. */
    long highestWrite = Timestamps.NONE;

    /** Timestamp of the newest version that was installed early, see {@link EarlyVersions}. */
    long early = Timestamps.NONE;

    @Nullable Hold<K, V> firstHold;
    @Nullable Access<K, V> firstWaiting;

    /** The newest of several holds; null if there is one at most. */
    private @Nullable Hold<K, V> lastHold;

    /** How many neighbours among the holds are of different coordinators. */
    private int changesOfCoordinator;

    private @Nullable Access<K, V> lastWaiting;

    /**
     * @param key the key
     * @param value the installed value; null if the key has none
     */
    public KeyRecord(K key, @Nullable V value) {
        this.key = key;
        this.value = value;
    }

    public final K key() {
        return key;
    }

    /** The newest installed value; null if the key has none. */
    public final @Nullable V installed() {
        return value;
    }

    /**
     * Reads the record, for the sake of having it at hand; means nothing. The fields are far apart,
     * as a record lies in several lines of the processor's cache.
     */
    public long fetch() {
        return highestWrite + changesOfCoordinator;
    }

    /**
     * As {@link #fetch}, reads the installed value; as much of it as is known here, which is all of
     * it if it is a boxed number.
     */
    public final long fetchInstalled() {
        if (value instanceof Long number) {
            return number;
        }
        if (value instanceof Double number) {
            return number.longValue();
        }
        return value != null && value.getClass() == KeyRecord.class ? 1 : 0;
    }

    /**
     * Timestamp of the newest version that may not be durable yet; {@link Timestamps#NONE} if there
     * was none.
     */
    public final long earlyTimestamp() {
        return early;
    }

    /** Timestamp of the newest installed value; {@link Timestamps#NONE} if it is not known. */
    public final long installedTimestamp() {
        return versionTimestamp;
    }

    /** The newest installed value with a timestamp up to this one. */
    public final @Nullable V installedUpTo(long timestamp) {
        return installedBefore(timestamp + 1);
    }

    /** Timestamp of {@link #installedUpTo}; {@link Timestamps#NONE} if it is not known. */
    public final long installedTimestampUpTo(long timestamp) {
        return installedTimestampBefore(timestamp + 1);
    }

    /**
     * Whether nothing of the record is needed beyond its installed value.
     *
     * @param stableTimestamp up to where everything is decided
     * @param lowestSnapshot nobody reads below this timestamp
     */
    public final boolean isIdle(long stableTimestamp, long lowestSnapshot) {
        return isIdle(stableTimestamp) && versionTimestamp <= lowestSnapshot;
    }

    /** As above if nobody reads snapshots. */
    public final boolean isIdle(long stableTimestamp) {
        return firstHold == null
                && firstWaiting == null
                && highestRead <= stableTimestamp
                && highestWrite <= stableTimestamp;
    }

    /** The newest installed value with a smaller timestamp. */
    final @Nullable V installedBefore(long timestamp) {
        if (versionTimestamp < timestamp) {
            return value;
        }
        Version<V> version = older;
        while (version != null && version.timestamp >= timestamp) {
            version = version.older;
        }
        return version == null ? null : version.value;
    }

    /**
     * Takes over a version from a log, in any order of timestamps: the newest one stays.
     *
     * @return whether the version is the newest one up to now
     */
    final boolean restore(long timestamp, @Nullable V restored) {
        if (timestamp <= versionTimestamp) {
            return false;
        }
        value = restored;
        versionTimestamp = timestamp;
        highestWrite = Math.max(highestWrite, timestamp);
        return true;
    }

    /**
     * Installs a version; usually, but not always, the newest one.
     *
     * @param oldestReader transactions read at this timestamp and above
     * @param pins what others read
     */
    final void install(
            long timestamp, @Nullable V newValue, long oldestReader, SnapshotPins<K, V> pins) {
        boolean pinned = !pins.isEmpty();
        if (timestamp > versionTimestamp) {
            if (pinned) {
                older = new Version<>(versionTimestamp, value, older);
            } else {
                pushOlder(timestamp, oldestReader);
            }
            value = newValue;
            versionTimestamp = timestamp;
            if (pinned && older != null) {
                pins.keepOrDrop(this, older);
            }
            return;
        }
        Version<V> newer = null;
        Version<V> next = older;
        while (next != null && next.timestamp > timestamp) {
            newer = next;
            next = next.older;
        }
        Version<V> inserted = new Version<>(timestamp, newValue, next);
        inserted.newer = newer;
        if (newer == null) {
            older = inserted;
        } else {
            newer.older = inserted;
        }
        if (pinned) {
            pins.keepOrDrop(this, inserted);
        }
    }

    /** The timestamp of the version that came after one of the replaced ones. */
    final long replacedAt(Version<V> version) {
        Version<V> newer = version.newer;
        return newer == null ? versionTimestamp : newer.timestamp;
    }

    /** How many replaced versions there are. */
    final int replacedVersions() {
        int count = 0;
        for (Version<V> version = older; version != null; version = version.older) {
            count++;
        }
        return count;
    }

    /** Drops one of the replaced versions. */
    final void drop(Version<V> version) {
        Version<V> newer = version.newer;
        Version<V> next = version.older;
        if (newer == null) {
            older = next;
        } else {
            newer.older = next;
        }
        if (next != null) {
            next.newer = newer;
        }
    }

    /** Moves the newest version into the chain, and drops what no reader can ask for any more. */
    private void pushOlder(long successor, long stableTimestamp) {
        if (successor <= stableTimestamp) {
            older = null;
            return;
        }
        if (versionTimestamp <= stableTimestamp && older != null) {
            older.timestamp = versionTimestamp;
            older.value = value;
            older.older = null;
            return;
        }
        older = new Version<>(versionTimestamp, value, older);
        Version<V> version = older;
        while (version.timestamp > stableTimestamp && version.older != null) {
            version = version.older;
        }
        version.older = null;
    }

    /** The hold of an attempt; searched from the newest on, where it most often is. */
    final @Nullable Hold<K, V> holdOf(long timestamp) {
        Hold<K, V> hold = newestHold();
        while (hold != null && hold.timestamp > timestamp) {
            hold = hold.previousOfRecord;
        }
        return hold != null && hold.timestamp == timestamp ? hold : null;
    }

    /**
     * The newest version with a smaller timestamp if that is a tentative one; null if it is an
     * installed one.
     */
    final @Nullable Hold<K, V> tentativeBefore(long timestamp) {
        Hold<K, V> hold = newestHold();
        while (hold != null && (hold.timestamp >= timestamp || !hold.written)) {
            hold = hold.previousOfRecord;
        }
        // A version that was written blindly may have been installed before an older one.
        return hold == null || hold.timestamp < installedTimestampBefore(timestamp) ? null : hold;
    }

    /** Whether all holds are of attempts of one coordinator, and of no later ones than this. */
    final boolean isHeldOnlyBefore(long timestamp, int coordinator, Timestamps timestamps) {
        Hold<K, V> first = firstHold;
        Hold<K, V> newest = newestHold();
        if (first == null || newest == null) {
            return true;
        }
        return changesOfCoordinator == 0
                && timestamps.coordinator(first.timestamp) == coordinator
                && newest.timestamp <= timestamp;
    }

    private @Nullable Hold<K, V> newestHold() {
        return lastHold == null ? firstHold : lastHold;
    }

    private long installedTimestampBefore(long timestamp) {
        if (versionTimestamp < timestamp) {
            return versionTimestamp;
        }
        Version<V> version = older;
        while (version != null && version.timestamp >= timestamp) {
            version = version.older;
        }
        return version == null ? Timestamps.NONE : version.timestamp;
    }

    final void addHold(Hold<K, V> added, Timestamps timestamps) {
        Hold<K, V> before = newestHold();
        while (before != null && before.timestamp > added.timestamp) {
            before = before.previousOfRecord;
        }
        Hold<K, V> after = before == null ? firstHold : before.nextOfRecord;
        changesOfCoordinator +=
                change(before, added, timestamps)
                        + change(added, after, timestamps)
                        - change(before, after, timestamps);
        link(before, added);
        link(added, after);
        if (before == null) {
            firstHold = added;
        }
        if (after == null && before != null) {
            lastHold = added;
        } else if (after != null && lastHold == null) {
            lastHold = after;
        }
    }

    final void removeHold(Hold<K, V> removed, Timestamps timestamps) {
        Hold<K, V> before = removed.previousOfRecord;
        Hold<K, V> after = removed.nextOfRecord;
        if (before == null && firstHold != removed) {
            throw new ProtocolException("Cannot release hold: not held, key=" + key);
        }
        changesOfCoordinator +=
                change(before, after, timestamps)
                        - change(before, removed, timestamps)
                        - change(removed, after, timestamps);
        link(before, after);
        if (before == null) {
            firstHold = after;
        }
        if (after == null && lastHold != null) {
            lastHold = before;
        }
        if (lastHold == firstHold) {
            lastHold = null;
        }
        removed.previousOfRecord = null;
        removed.nextOfRecord = null;
    }

    private static <K, V> void link(@Nullable Hold<K, V> before, @Nullable Hold<K, V> after) {
        if (before != null) {
            before.nextOfRecord = after;
        }
        if (after != null) {
            after.previousOfRecord = before;
        }
    }

    /** 1 if two neighbours are of different coordinators, else 0. */
    private static int change(
            @Nullable Hold<?, ?> before, @Nullable Hold<?, ?> after, Timestamps timestamps) {
        return before == null
                        || after == null
                        || timestamps.coordinator(before.timestamp)
                                == timestamps.coordinator(after.timestamp)
                ? 0
                : 1;
    }

    /** Queues an access behind those with a smaller or the same timestamp. */
    final void enqueue(Access<K, V> access) {
        Access<K, V> last = lastWaiting;
        if (last != null && last.timestamp <= access.timestamp) {
            last.nextWaiting = access;
            lastWaiting = access;
            return;
        }
        Access<K, V> before = null;
        Access<K, V> after = firstWaiting;
        while (after != null && after.timestamp <= access.timestamp) {
            before = after;
            after = after.nextWaiting;
        }
        access.nextWaiting = after;
        if (before == null) {
            firstWaiting = access;
        } else {
            before.nextWaiting = access;
        }
        if (after == null) {
            lastWaiting = access;
        }
    }

    final @Nullable Access<K, V> dequeue() {
        Access<K, V> head = firstWaiting;
        if (head != null) {
            firstWaiting = head.nextWaiting;
            head.nextWaiting = null;
            if (firstWaiting == null) {
                lastWaiting = null;
            }
        }
        return head;
    }
}
