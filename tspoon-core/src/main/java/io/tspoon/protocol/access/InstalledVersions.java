/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.access.ParticipantRules.KeptVersions;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The installed versions of all keys of one instance of a stateful operator: what transactions have
 * left behind, however they were executed, and which of it readers from outside still need.
 *
 * <p>A version may be installed <em>early</em>: its transaction has committed for certain, but
 * readers of newest values must wait until its coordinator has said so with {@link #durable}.
 *
 * <p>Confined to one thread, the mailbox thread of the operator.
 *
 * @param <K> key type
 * @param <V> value type; null stands for "no value"
 */
@Internal
public final class InstalledVersions<K, V> {
    /** Is told of records whose newest value has changed. */
    @FunctionalInterface
    public interface Installs<K, V> {
        void installed(KeyRecord<K, V> record);

        /** A version with this timestamp is about to be installed; {@link #installed} follows. */
        default void installing(KeyRecord<K, V> record, long timestamp) {}

        /** A replaced version is no longer kept for readers. */
        default void dropped(KeyRecord<K, V> record, @Nullable V value) {}
    }

    /** When readers of newest values may see a version. */
    public enum Shown {
        /** As soon as it is installed. */
        WHEN_INSTALLED,
        /** When its outcome is logged; it may be installed before that. */
        WHEN_LOGGED,
        /** When its coordinator says that everything up to it is decided. */
        WHEN_DECIDED
    }

    private final Shown shown;
    private final Timestamps timestamps;
    private final EarlyVersions<K, V> early;
    private final boolean keepsVersions;
    private final SnapshotPins<K, V> pins;
    private final Installs<K, V> installs;
    private long applied = Timestamps.NONE;

    /** Transactions read at this timestamp and above. */
    private long oldestReader = Long.MAX_VALUE;

    /**
     * @param coordinators number of coordinators of the t-graph
     * @param kept which replaced versions transactions may ask for
     * @param shown when versions may be shown
     * @param installs is told what changes
     */
    public InstalledVersions(
            int coordinators, KeptVersions kept, Shown shown, Installs<K, V> installs) {
        this.shown = shown;
        this.timestamps = new Timestamps(coordinators);
        this.early = new EarlyVersions<>(coordinators, timestamps, shown != Shown.WHEN_INSTALLED);
        this.keepsVersions = kept == KeptVersions.ALL_IN_USE;
        this.installs = installs;
        this.pins = new SnapshotPins<>(installs);
        stable(Timestamps.NONE);
    }

    Timestamps timestamps() {
        return timestamps;
    }

    EarlyVersions<K, V> early() {
        return early;
    }

    /**
     * Everything up to this timestamp is decided, so transactions read only above it. To be called
     * before the decisions and fragments that come with this news.
     */
    public void stable(long timestamp) {
        if (keepsVersions) {
            oldestReader = timestamp;
            pins.oldestReader(timestamp);
        }
    }

    /**
     * Everything that the coordinator has decided up to a timestamp is durable, so what it has
     * installed early up to there may be shown.
     */
    public void durable(int coordinator, long timestamp) {
        early.durable(coordinator, timestamp);
    }

    /** As above; receives the records whose accesses no longer wait for this. */
    void durable(int coordinator, long timestamp, List<KeyRecord<K, V>> released) {
        early.durable(coordinator, timestamp, released);
    }

    /**
     * Makes room for a version; {@link #installed} must follow once its value is there.
     *
     * @return where the value goes
     */
    ValueCell<V> makeRoom(KeyRecord<K, V> record, long timestamp) {
        installs.installing(record, timestamp);
        return record.install(timestamp, oldestReader, pins);
    }

    /** The version, usually the newest one of its record, has its value. */
    void installed(KeyRecord<K, V> record, long timestamp) {
        applied = Math.max(applied, timestamp);
        installs.installed(record);
    }

    /**
     * Installs a version early. Those of one key come in the order of timestamps, and those with
     * the same timestamp replace each other.
     */
    public void installEarly(KeyRecord<K, V> record, long timestamp, @Nullable V value) {
        if (record.installedTimestamp() == timestamp) {
            installs.installing(record, timestamp);
            record.keep(value);
        } else {
            makeRoom(record, timestamp).keep(value);
            record.highestWrite = timestamp;
        }
        installed(record, timestamp);
        early.installed(record, timestamp);
    }

    /**
     * Notes that a transaction accesses a key, so that its record stays in use until the
     * transaction is over everywhere.
     *
     * @return whether it is noted already
     */
    public boolean isAccessedAgain(KeyRecord<K, V> record, long timestamp) {
        boolean again = record.highestRead == timestamp;
        record.highestRead = timestamp;
        return again;
    }

    /** What its owner has called the chain of accesses to a key; 0 if there is none. */
    public int chain(KeyRecord<K, V> record) {
        return record.chain();
    }

    /**
     * The highest timestamp of the accesses to a key that are in its chain, whose results may have
     * been seen; {@link Timestamps#NONE} if there is no chain.
     */
    public long chained(KeyRecord<K, V> record) {
        return shown == Shown.WHEN_DECIDED && record.chain() != 0
                ? record.highestRead
                : Timestamps.NONE;
    }

    /** As long as a key has a chain, its record stays in use. */
    public void chain(KeyRecord<K, V> record, int name) {
        record.chain(name);
    }

    /** Whether a version with this {@link KeyRecord#earlyTimestamp} is durable by now. */
    public boolean isDurable(long earlyTimestamp) {
        return early.isDurable(earlyTimestamp);
    }

    /** Whether coordinators can be asked to say that what is installed may be shown. */
    public boolean isShownWhenDecided() {
        return shown == Shown.WHEN_DECIDED;
    }

    /** Whether everything installed is durable, as far as that is told. */
    public boolean isAllDurable() {
        return early.areAllDurable();
    }

    /**
     * Restores a version from the log; versions may come in any order of timestamps. Nothing is in
     * flight yet.
     */
    public void restore(KeyRecord<K, V> record, long timestamp, @Nullable V value) {
        applied = Math.max(applied, timestamp);
        if (record.restore(timestamp, value)) {
            installs.installed(record);
        }
    }

    /** An earlier run has applied everything up to this timestamp. */
    public void restored(long timestamp) {
        applied = Math.max(applied, timestamp);
    }

    /**
     * A transaction begins here whose result may be seen before its versions are installed. Readers
     * who come then must wait for them.
     */
    public void begins(long timestamp) {
        applied = Math.max(applied, timestamp);
    }

    /** Highest timestamp of an installed version, or of one that a result may have shown. */
    public long applied() {
        return applied;
    }

    /** The versions that are kept for readers from outside. */
    public SnapshotPins<K, V> pins() {
        return pins;
    }

    public int coordinatorOf(long timestamp) {
        return timestamps.coordinator(timestamp);
    }
}
