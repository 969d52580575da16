/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Everything that a participant knows of one key: its installed versions, and the attempts that
 * access it.
 *
 * <p>Invariants: holds and waiting accesses are in ascending timestamp order. The newest installed
 * version is in the record itself; older ones are chained in descending order and are dropped once
 * no transaction and no pin can ask for them. So nothing grows with the history of a key. Confined
 * to the thread of the participant.
 *
 * <p>There is one record for each key in use, and all of them are old objects. So a record is
 * small, and as long as one attempt at a time uses its key, it has no reference to a young object
 * (ADR 0007).
 *
 * @param <K> key type
 * @param <V> value type; null stands for "no value"
 */
@Internal
public class KeyRecord<K, V> extends ValueCell<V> {
    /** Versions that are looked through whenever one is added. */
    private static final int SHORT_CHAIN = 64;

    /** Spreads timestamps over all numbers: one in 64 of these has no higher bit. */
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private static final int WHOLE_LOOK_SHIFT = Long.SIZE - 6;

    private final K key;

    private long versionTimestamp = Timestamps.NONE;
    private @Nullable Version<V> older;

    /** Highest timestamp of an access that was granted and read. */
    long highestRead = Timestamps.NONE;

    /** Highest timestamp of an access that was granted and may have written. */
    long highestWrite = Timestamps.NONE;

    /**
     * Names the attempt that alone holds the key, see {@link HoldTable#name}, or the chain of
     * accesses to it; 0 if there is none.
     */
    private int holder;

    /** Holds that {@link #holder} cannot name, and who waits; null if there are none of either. */
    private @Nullable Contention<K, V> contention;

    /** Whether the newest version was installed early, see {@link EarlyVersions}. */
    private boolean early;

    /**
     * @param key the key
     * @param value the installed value, the record's own from now on; null if the key has none
     */
    public KeyRecord(K key, @Nullable V value) {
        this.key = key;
        value(value);
    }

    public final K key() {
        return key;
    }

    /** The newest installed value; null if the key has none. */
    public final @Nullable V installed() {
        return value();
    }

    /**
     * Loads the record ({@link io.tspoon.protocol}): what is first in it and what is last, for it
     * lies in two lines of the processor's cache.
     */
    public long prefetch() {
        return prefetchCell() + holder;
    }

    /** Loads the installed value, as much of it as is known here. */
    public final long prefetchInstalled() {
        return prefetchValue();
    }

    /**
     * Timestamp of the newest version that may not be durable yet; {@link Timestamps#NONE} if there
     * was none.
     */
    public final long earlyTimestamp() {
        return early ? versionTimestamp : Timestamps.NONE;
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
        return isFree() && highestRead <= stableTimestamp && highestWrite <= stableTimestamp;
    }

    /** Whether nobody holds the key or waits for it. */
    final boolean isFree() {
        return holder == 0 && contention == null;
    }

    /** The newest installed value with a smaller timestamp. */
    final @Nullable V installedBefore(long timestamp) {
        if (versionTimestamp < timestamp) {
            return value();
        }
        Version<V> version = older;
        while (version != null && version.timestamp >= timestamp) {
            version = version.older;
        }
        return version == null ? null : version.value();
    }

    /**
     * Takes over a version from a log, in any order of timestamps: the newest one stays, and its
     * value is the record's own from now on.
     *
     * @return whether the version is the newest one up to now
     */
    final boolean restore(long timestamp, @Nullable V restored) {
        if (timestamp <= versionTimestamp) {
            return false;
        }
        value(restored);
        versionTimestamp = timestamp;
        highestWrite = Math.max(highestWrite, timestamp);
        return true;
    }

    /**
     * Makes room for a version that is installed; usually, but not always, the newest one.
     *
     * @param oldestReader transactions read at this timestamp and above
     * @param pins what others read
     * @return where its value goes, at once
     */
    final ValueCell<V> install(long timestamp, long oldestReader, SnapshotPins<K, V> pins) {
        boolean pinned = !pins.isEmpty();
        if (pinned) {
            pins.beforeInstall(); // changes the chain, so nothing is known of it yet
        }
        if (timestamp > versionTimestamp) {
            if (pinned) {
                older = new Version<>(versionTimestamp, this, older);
            } else {
                pushOlder(timestamp, oldestReader);
            }
            versionTimestamp = timestamp;
            early = false;
            if (pinned && older != null) {
                pins.keepOrDrop(this, older);
            }
            return this;
        }
        Version<V> newer = null;
        Version<V> next = older;
        while (next != null && next.timestamp > timestamp) {
            newer = next;
            next = next.older;
        }
        Version<V> inserted = new Version<>(timestamp, next);
        inserted.newer = newer;
        if (newer == null) {
            older = inserted;
        } else {
            newer.older = inserted;
        }
        if (pinned) {
            pins.keepOrDrop(this, inserted);
        }
        return inserted;
    }

    /** The newest version is not durable yet. */
    final void installedEarly() {
        early = true;
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

    /** Whether a version that is kept for readers has a value as wanted. */
    public final boolean keeps(Predicate<@Nullable V> wanted) {
        for (Version<V> version = older; version != null; version = version.older) {
            if (version.listed && wanted.test(version.value())) {
                return true;
            }
        }
        return false;
    }

    /** The value of a replaced version that is kept for readers; null if there is none. */
    public final @Nullable V kept(long timestamp) {
        for (Version<V> version = older; version != null; version = version.older) {
            if (version.listed && version.timestamp == timestamp) {
                return version.value();
            }
        }
        return null;
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
            if (older != null) {
                older = null;
            }
            return;
        }
        if (versionTimestamp <= stableTimestamp && older != null) {
            older.timestamp = versionTimestamp;
            older.keepThatOf(this);
            older.older = null;
            return;
        }
        older = new Version<>(versionTimestamp, this, older);
        Version<V> version = older;
        int looks = 0;
        while (version.timestamp > stableTimestamp && version.older != null) {
            if (++looks == SHORT_CHAIN && !isLookedThrough(successor)) {
                return;
            }
            version = version.older;
        }
        version.older = null;
    }

    /**
     * Whether all of a long chain is looked through: at one addition in 64, for at each of them it
     * would take as many steps as there are versions.
     */
    private static boolean isLookedThrough(long timestamp) {
        return (timestamp * GOLDEN_RATIO) >>> WHOLE_LOOK_SHIFT == 0;
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

    // ------------------------------------------------------------------ chains

    /** Names the chain of accesses to the key; 0 if there is none. */
    final int chain() {
        return holder;
    }

    final void chain(int name) {
        holder = name;
    }

    // ------------------------------------------------------------------ holds

    /** The hold with the smallest timestamp. */
    final @Nullable Hold<K, V> firstHold(HoldTable<K, V> holds) {
        Contention<K, V> several = severalHolds();
        return several == null ? onlyHold(holds) : several.first;
    }

    private @Nullable Hold<K, V> newestHold(HoldTable<K, V> holds) {
        Contention<K, V> several = severalHolds();
        return several == null ? onlyHold(holds) : several.last;
    }

    /** Where the holds are if {@link #holder} does not name the only one; null if none is there. */
    private @Nullable Contention<K, V> severalHolds() {
        return contention != null && contention.first != null ? contention : null;
    }

    private @Nullable Hold<K, V> onlyHold(HoldTable<K, V> holds) {
        return holder == 0 ? null : holds.find(holder, this);
    }

    /** The hold of an attempt; searched from the newest on, where it most often is. */
    final @Nullable Hold<K, V> holdOf(long timestamp, HoldTable<K, V> holds) {
        Hold<K, V> hold = newestHold(holds);
        while (hold != null && hold.timestamp > timestamp) {
            hold = hold.previousOfRecord;
        }
        return hold != null && hold.timestamp == timestamp ? hold : null;
    }

    /**
     * The newest version with a smaller timestamp if that is a tentative one; null if it is an
     * installed one.
     */
    final @Nullable Hold<K, V> tentativeBefore(long timestamp, HoldTable<K, V> holds) {
        Contention<K, V> several = severalHolds();
        Hold<K, V> hold = several == null ? onlyHold(holds) : several.newestWritten;
        while (hold != null && (hold.timestamp >= timestamp || !hold.written)) {
            hold = hold.previousOfRecord;
        }
        // A version that was written blindly may have been installed before an older one.
        return hold == null || hold.timestamp < installedTimestampBefore(timestamp) ? null : hold;
    }

    /** Goes through the holds with timestamps up to this one. */
    final void forEachHold(long upTo, HoldTable<K, V> holds, Consumer<Hold<K, V>> each) {
        Hold<K, V> hold = newestHold(holds);
        while (hold != null) {
            if (hold.timestamp <= upTo) {
                each.accept(hold);
            }
            hold = hold.previousOfRecord;
        }
    }

    /** Whether all holds are of attempts of one coordinator, and of no later ones than this. */
    final boolean isHeldOnlyBefore(long timestamp, int coordinator, HoldTable<K, V> holds) {
        Hold<K, V> newest = newestHold(holds);
        return newest == null
                || (newest.timestamp <= timestamp
                        && holds.coordinatorOf(newest) == coordinator
                        && (contention == null || contention.changesOfCoordinator == 0));
    }

    /** Whether there are several holds, and none of them is exclusive. */
    final boolean isOnlyShared() {
        Contention<K, V> several = severalHolds();
        return several != null && several.exclusive == 0;
    }

    /** One of the holds has become exclusive. */
    final void becameExclusive(Hold<K, V> hold) {
        if (contention != null && contention.isLinked(hold)) {
            contention.exclusive++;
        }
    }

    /** One of the holds has got a tentative version. */
    final void wrote(Hold<K, V> hold) {
        if (contention != null && contention.isLinked(hold)) {
            contention.wrote(hold);
        }
    }

    /**
     * Adds a hold.
     *
     * @param name of its attempt, see {@link HoldTable#name}
     */
    final void addHold(Hold<K, V> added, int name, HoldTable<K, V> holds) {
        if (added.isNamed() && !isHeld()) {
            holder = name;
            return;
        }
        Contention<K, V> several = contend();
        if (holder != 0) {
            several.add(holds.find(holder, this), holds);
            holder = 0;
        }
        several.add(added, holds);
    }

    private boolean isHeld() {
        return holder != 0 || severalHolds() != null;
    }

    final void removeHold(Hold<K, V> removed, int name, HoldTable<K, V> holds) {
        if (holder == name) {
            holder = 0;
        } else if (contention != null && contention.isLinked(removed)) {
            contention.remove(removed, holds);
            forgetContention();
        } else {
            throw new ProtocolException("[TSP-2505] Cannot release hold: not held, key=" + key);
        }
    }

    // ------------------------------------------------------------------ waiting accesses

    /** The waiting access with the smallest timestamp. */
    final @Nullable Access<K, V> firstWaiting() {
        return contention == null ? null : contention.firstWaiting;
    }

    /** An access in the queue waits for a log; gives whether one did before. */
    final boolean awaitLog() {
        Contention<K, V> queue = contend();
        boolean before = queue.awaitsLog;
        queue.awaitsLog = true;
        return before;
    }

    /** No access waits for a log any more. */
    final void logAwaited() {
        if (contention != null) {
            contention.awaitsLog = false;
        }
    }

    /** Queues an access behind those with a smaller or the same timestamp. */
    final void enqueue(Access<K, V> access) {
        contend().enqueue(access);
    }

    final @Nullable Access<K, V> dequeue() {
        if (contention == null) {
            return null;
        }
        Access<K, V> head = contention.dequeue();
        forgetContention();
        return head;
    }

    private Contention<K, V> contend() {
        if (contention == null) {
            contention = new Contention<>();
        }
        return contention;
    }

    private void forgetContention() {
        if (contention != null && contention.first == null && contention.firstWaiting == null) {
            contention = null;
        }
    }
}
