/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * One instance of a stateful operator as a participant of transactions.
 *
 * <p>Common to all mechanisms: an access that comes too late (a conflicting one with a higher
 * timestamp was granted) is refused on arrival; one that conflicts with smaller timestamps waits in
 * the key's queue, which is ordered by timestamp. So waits for attempts go from higher to lower
 * timestamps only, and there is no deadlock; waits for a log end by themselves, see {@link
 * EarlyVersions}. Holds stay until the decision of their attempt arrives.
 *
 * <p>If it may speculate, an access does not wait for attempts of its own coordinator: it sees
 * their tentative version and depends on them. The coordinator decides a dependent attempt after
 * the one it depends on, and repeats it unless that one commits. So transactions on a hot key go by
 * in one round trip together instead of one each. Where too many versions that were read are
 * dropped after all, the participant stops speculating for a while, see {@link Speculation}.
 *
 * <p>Confined to one thread: the mailbox thread of the operator. Source: TSpoon, section 4.2.
 *
 * @param <K> key type
 * @param <V> value type; null stands for "no value"
 */
public abstract class Participant<K, V> {
    /** Hears of accesses that had to wait, and of installed values. */
    public interface Handler<K, V> {
        /** A waiting access was granted: go on with it. */
        void granted(Access<K, V> access);

        /** A waiting access came too late after all: vote {@link Vote#RETRY}. */
        void refused(Access<K, V> access);

        /** A new value was installed. */
        void installed(KeyRecord<K, V> record);
    }

    private final Timestamps timestamps;
    private final HoldTable<K, V> holds;
    private EarlyVersions<K, V> early;
    private final SnapshotPins<K, V> pins = new SnapshotPins<>();
    private long applied = Timestamps.NONE;
    private final Speculation speculation;
    private final Handler<K, V> handler;
    private final List<KeyRecord<K, V>> released = new ArrayList<>();

    /** Accesses in the queues of all keys. */
    private int waiting;

    /** See {@link io.tspoon.protocol}. */
    @SuppressWarnings("UnusedVariable")
    private long prefetched;

    /** Never speculates. */
    protected Participant(int coordinators, Handler<K, V> handler) {
        this(coordinators, Speculation.never(), handler);
    }

    /**
     * @param coordinators number of coordinators of the t-graph
     * @param speculation whether an access may see tentative versions of its own coordinator
     * @param handler hears of accesses that had to wait
     */
    protected Participant(int coordinators, Speculation speculation, Handler<K, V> handler) {
        this.timestamps = new Timestamps(coordinators);
        this.holds = new HoldTable<>(coordinators, timestamps);
        this.early = new EarlyVersions<>(coordinators, timestamps, false);
        this.speculation = speculation;
        this.handler = handler;
    }

    /**
     * Coordinators have logs: what {@link #decideAlone} installs is not durable yet. To be called
     * before anything else.
     */
    public final void awaitLogs() {
        early = new EarlyVersions<>(holds.coordinators(), timestamps, true);
    }

    /** The highest timestamp that keeps the access from coming at its place in the order. */
    abstract long conflictOf(Access<K, V> access, KeyRecord<K, V> record);

    /** Whether a hold with a smaller timestamp must be released first. */
    abstract boolean mustWait(Access<K, V> access, KeyRecord<K, V> record);

    /** Whether an access has to queue behind a waiting one of a smaller timestamp. */
    abstract boolean queuesBehind(AccessMode waiting, AccessMode arriving);

    /** Marks the record as accessed; gives the attempt its hold where the mechanism needs one. */
    abstract void grant(Access<K, V> access, KeyRecord<K, V> record);

    /** An access arrives. */
    public final Admittance submit(Access<K, V> access, KeyRecord<K, V> record) {
        access.record = record;
        if (isLate(access, record)) {
            return Admittance.REFUSED;
        }
        if (mustWait(access, record)
                || isQueuedBehindOther(access, record)
                || early.mustWait(access, record)) {
            record.enqueue(access);
            waiting++;
            early.enqueued(access, record);
            return Admittance.WAITING;
        }
        grantAndDepend(access, record);
        return Admittance.GRANTED;
    }

    /**
     * An access arrives whose attempt will be decided before anything else is done here: it is
     * granted if its key is free, and needs no hold. If one access of the attempt is not granted,
     * all of them have to arrive again by {@link #submit}; else each is told the decision by {@link
     * #decideAlone}. Accesses have to arrive in the order in which they will run.
     *
     * @return whether the access is granted
     */
    public final boolean grantAlone(Access<K, V> access, KeyRecord<K, V> record) {
        boolean free = record.isFree();
        long timestamp = access.timestamp;
        // An earlier access of this attempt keeps what it wrote to itself.
        boolean first = record.highestRead != timestamp && record.highestWrite != timestamp;
        access.record = record;
        if (!free || !first || isLate(access, record) || early.mustWait(access, record)) {
            return false;
        }
        access.alone = true;
        grant(access, record);
        return true;
    }

    /**
     * The decision of an attempt arrives at one of its accesses, all of which were granted alone.
     *
     * @param oldestReader no transaction will read below this timestamp
     */
    public final void decideAlone(Access<K, V> access, Decision decision, long oldestReader) {
        pins.oldestReader(oldestReader);
        if (decision == Decision.COMMIT && access.hasWritten) {
            KeyRecord<K, V> record = access.record();
            speculation.committed(false);
            // It has written, so what it reads is not in the record, which was changed before.
            record.install(access.timestamp, oldestReader, pins).keep(access.read());
            installed(record, access.timestamp);
            early.installed(record, access.timestamp);
        }
    }

    /**
     * What the coordinator has decided here up to a timestamp is durable; with a log only, for
     * without one nobody waits for that.
     */
    public final void durable(int coordinator, long timestamp) {
        early.durable(coordinator, timestamp, released);
        if (!released.isEmpty()) {
            wakeReleased();
        }
    }

    /**
     * Loads what the decisions of attempts are about to need ({@link io.tspoon.protocol}).
     *
     * @param slots of the attempts
     * @param count how many of the slots count
     */
    public final void prefetch(int coordinator, int[] slots, int count) {
        prefetched = holds.prefetch(coordinator, slots, count);
    }

    /**
     * The decision of an attempt arrives.
     *
     * @param oldestReader no transaction will read below this timestamp
     */
    public final void decide(
            int coordinator, int slot, long timestamp, Decision decision, long oldestReader) {
        pins.oldestReader(oldestReader);
        Hold<K, V> hold = holds.remove(coordinator, slot, timestamp);
        int name = holds.name(coordinator, slot);
        while (hold != null) {
            Hold<K, V> next = hold.nextOfAttempt;
            KeyRecord<K, V> record = hold.record;
            record.removeHold(hold, name, holds);
            learn(hold, decision);
            if (decision == Decision.COMMIT && hold.written) {
                record.install(timestamp, oldestReader, pins).keepThatOf(hold);
                installed(record, timestamp);
            }
            if (record.firstWaiting() != null) {
                released.add(record);
            }
            holds.released();
            hold = next;
        }
        if (!released.isEmpty()) {
            wakeReleased();
        }
    }

    private void installed(KeyRecord<K, V> record, long timestamp) {
        applied = Math.max(applied, timestamp);
        handler.installed(record);
    }

    /** Whether a version with such an {@link KeyRecord#earlyTimestamp} is durable by now. */
    public final boolean isDurable(long earlyTimestamp) {
        return early.isDurable(earlyTimestamp);
    }

    /** Whether all that was installed is durable, as far as there is a log. */
    public final boolean isAllDurable() {
        return early.areAllDurable();
    }

    /** A version comes back from the log, in any order of timestamps; nothing is in flight yet. */
    public final void restore(KeyRecord<K, V> record, long timestamp, @Nullable V value) {
        applied = Math.max(applied, timestamp);
        if (record.restore(timestamp, value)) {
            handler.installed(record);
        }
    }

    /** Everything up to this timestamp was applied by an earlier run. */
    public final void restored(long timestamp) {
        applied = Math.max(applied, timestamp);
    }

    /** Highest timestamp of an installed version. */
    public final long applied() {
        return applied;
    }

    /** What is kept for those who read from outside. */
    public final SnapshotPins<K, V> pins() {
        return pins;
    }

    /** The index of the coordinator that gave the timestamp. */
    public final int coordinatorOf(long timestamp) {
        return timestamps.coordinator(timestamp);
    }

    /** The number of holds of all attempts. */
    public final int held() {
        return holds.size();
    }

    /** The number of accesses that wait in the queues of their keys. */
    public final int waiting() {
        return waiting;
    }

    private void grantAndDepend(Access<K, V> access, KeyRecord<K, V> record) {
        grant(access, record);
        if (speculation.isPossible() && access.mode.reads()) {
            Hold<K, V> source = record.tentativeBefore(access.timestamp, holds);
            if (source != null) {
                source.markRead();
                access.source = source;
            }
        }
    }

    /** Whether the access can go on before any of the attempts with holds is decided. */
    final boolean mayDependOnAll(Access<K, V> access, KeyRecord<K, V> record) {
        return speculation.isAllowed()
                && record.isHeldOnlyBefore(access.timestamp, access.coordinator, holds);
    }

    /** Whether the access can go on before the attempt with the hold is decided. */
    final boolean mayDependOn(Hold<K, V> hold, Access<K, V> access) {
        return speculation.isAllowed()
                && hold.timestamp < access.timestamp
                && timestamps.coordinator(hold.timestamp) == access.coordinator;
    }

    private void learn(Hold<K, V> hold, Decision decision) {
        if (decision == Decision.COMMIT) {
            speculation.committed(hold.wasRead());
        } else if (hold.wasRead()) {
            speculation.dropped();
        }
    }

    private void wakeReleased() {
        for (int i = 0; i < released.size(); i++) {
            wake(released.get(i));
        }
        released.clear();
    }

    private void wake(KeyRecord<K, V> record) {
        Access<K, V> head = record.firstWaiting();
        while (head != null && !mustWait(head, record) && !early.mustWait(head, record)) {
            record.dequeue();
            waiting--;
            if (isLate(head, record)) {
                handler.refused(head);
            } else {
                grantAndDepend(head, record);
                handler.granted(head);
            }
            head = record.firstWaiting();
        }
    }

    private boolean isLate(Access<K, V> access, KeyRecord<K, V> record) {
        return conflictOf(access, record) > access.timestamp;
    }

    private boolean isQueuedBehindOther(Access<K, V> access, KeyRecord<K, V> record) {
        Access<K, V> waiting = record.firstWaiting();
        while (waiting != null && waiting.timestamp <= access.timestamp) {
            if (waiting.timestamp == access.timestamp || queuesBehind(waiting.mode, access.mode)) {
                return true;
            }
            waiting = waiting.nextWaiting;
        }
        return false;
    }

    /** The hold with the smallest timestamp. */
    final @Nullable Hold<K, V> firstHold(KeyRecord<K, V> record) {
        return record.firstHold(holds);
    }

    /** The hold that the attempt has already; null if it has none. */
    final @Nullable Hold<K, V> holdOf(Access<K, V> access, KeyRecord<K, V> record) {
        return record.holdOf(access.timestamp, holds);
    }

    /** Gives the attempt its hold on the record, or finds the one it has. */
    final void hold(Access<K, V> access, KeyRecord<K, V> record, boolean exclusive) {
        if (access.alone) {
            return;
        }
        Hold<K, V> own = holdOf(access, record);
        if (own == null) {
            own = holds.create(access, record);
            own.exclusive = exclusive;
            record.addHold(own, holds.name(access.coordinator, access.slot), holds);
        } else if (exclusive && !own.exclusive) {
            own.exclusive = true;
            record.becameExclusive(own);
        }
        access.hold = own;
    }
}
