/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Everything a participant knows of one key: the installed value, and what is in flight.
 *
 * <p>Invariants: holds and waiting accesses are linked in ascending timestamp order; the newest
 * installed version is in the record itself, older ones are chained in descending order and go away
 * once the stable timestamp has passed the version that replaced them. Nothing grows with history.
 * Confined to the thread of the participant.
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

    @Nullable Hold<K, V> firstHold;
    @Nullable Access<K, V> firstWaiting;

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

    /** Reads the record, for the sake of having it at hand; means nothing. */
    public final long fetch() {
        return highestWrite;
    }

    /** Whether nothing of the record is needed beyond its installed value. */
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

    /** Installs a version; usually, but not always, the newest one. */
    final void install(long timestamp, @Nullable V newValue, long stableTimestamp) {
        if (timestamp > versionTimestamp) {
            pushOlder(timestamp, stableTimestamp);
            value = newValue;
            versionTimestamp = timestamp;
            return;
        }
        Version<V> newer = null;
        Version<V> next = older;
        while (next != null && next.timestamp > timestamp) {
            newer = next;
            next = next.older;
        }
        Version<V> inserted = new Version<>(timestamp, newValue, next);
        if (newer == null) {
            older = inserted;
        } else {
            newer.older = inserted;
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

    final @Nullable Hold<K, V> holdOf(long timestamp) {
        for (Hold<K, V> hold = firstHold; hold != null; hold = hold.nextOfRecord) {
            if (hold.timestamp == timestamp) {
                return hold;
            }
        }
        return null;
    }

    /**
     * The newest version with a smaller timestamp if that is a tentative one; null if it is an
     * installed one.
     */
    final @Nullable Hold<K, V> tentativeBefore(long timestamp) {
        Hold<K, V> newest = null;
        Hold<K, V> hold = firstHold;
        while (hold != null && hold.timestamp < timestamp) {
            if (hold.written) {
                newest = hold;
            }
            hold = hold.nextOfRecord;
        }
        // A version that was written blindly may have been installed before an older one.
        return newest == null || newest.timestamp < installedTimestampBefore(timestamp)
                ? null
                : newest;
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

    final void addHold(Hold<K, V> added) {
        Hold<K, V> before = null;
        Hold<K, V> after = firstHold;
        while (after != null && after.timestamp < added.timestamp) {
            before = after;
            after = after.nextOfRecord;
        }
        added.nextOfRecord = after;
        if (before == null) {
            firstHold = added;
        } else {
            before.nextOfRecord = added;
        }
    }

    final void removeHold(Hold<K, V> removed) {
        Hold<K, V> before = null;
        Hold<K, V> hold = firstHold;
        while (hold != removed) {
            if (hold == null) {
                throw new ProtocolException("Cannot release hold: not held, key=" + key);
            }
            before = hold;
            hold = hold.nextOfRecord;
        }
        if (before == null) {
            firstHold = removed.nextOfRecord;
        } else {
            before.nextOfRecord = removed.nextOfRecord;
        }
        removed.nextOfRecord = null;
    }

    /** Queues an access behind those with a smaller or the same timestamp. */
    final void enqueue(Access<K, V> access) {
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
    }

    final @Nullable Access<K, V> dequeue() {
        Access<K, V> head = firstWaiting;
        if (head != null) {
            firstWaiting = head.nextWaiting;
            head.nextWaiting = null;
        }
        return head;
    }
}
