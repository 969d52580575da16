/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * One instance of a stateful operator in its role as a participant of transactions.
 *
 * <p>All mechanisms have the following in common. An access that comes too late, because a
 * conflicting access with a higher timestamp was granted, is refused on arrival. An access that
 * conflicts with smaller timestamps waits in the key's queue, which is in timestamp order. So
 * attempts wait only for smaller timestamps, and there is no deadlock; waits for a log end by
 * themselves, see {@link EarlyVersions}. Holds remain until the decision of their attempt arrives.
 *
 * <p>With speculation, an access does not wait for earlier attempts of its own coordinator. It sees
 * their newest tentative version and depends on the attempt that wrote it. The coordinator decides
 * a dependent attempt after the one that it depends on, and repeats it unless that one commits. So
 * all transactions of a round on a hot key take one round trip together instead of one each. If too
 * many versions are dropped after they were read, the participant stops speculating for a while,
 * see {@link Speculation}.
 *
 * <p>Confined to one thread, the mailbox thread of the operator. Source: TSpoon, section 4.2;
 * waiting in timestamp order: ADR 0003; speculation: ADR 0011.
 *
 * @param <K> key type
 * @param <V> value type; null stands for "no value"
 */
public abstract class Participant<K, V> {
    /** Called for accesses that had to wait, and for installed values. */
    public interface Handler<K, V> {
        /** A waiting access was granted; the owner continues with it. */
        void granted(Access<K, V> access);

        /** A waiting access is too late after all; the owner votes {@link Vote#RETRY}. */
        void refused(Access<K, V> access);

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

    /** The number of accesses in the queues of all keys. */
    private int waiting;

    /** Keeps loads from being removed, see {@link io.tspoon.protocol}. */
    @SuppressWarnings("UnusedVariable")
    private long prefetched;

    /** Creates a participant that never speculates. */
    protected Participant(int coordinators, Handler<K, V> handler) {
        this(coordinators, Speculation.never(), handler);
    }

    /**
     * @param coordinators number of coordinators of the t-graph
     * @param speculation whether an access may see tentative versions of its own coordinator
     * @param handler is called for accesses that had to wait
     */
    protected Participant(int coordinators, Speculation speculation, Handler<K, V> handler) {
        this.timestamps = new Timestamps(coordinators);
        this.holds = new HoldTable<>(coordinators, timestamps);
        this.early = new EarlyVersions<>(coordinators, timestamps, false);
        this.speculation = speculation;
        this.handler = handler;
    }

    /**
     * Notes that the coordinators have logs, so that what {@link #decideAlone} installs is not yet
     * durable. To be called before anything else.
     */
    public final void awaitLogs() {
        early = new EarlyVersions<>(holds.coordinators(), timestamps, true);
    }

    /**
     * The highest timestamp of the granted accesses that conflict with this one; if it is above
     * that of this access, the access comes too late.
     */
    abstract long conflictOf(Access<K, V> access, KeyRecord<K, V> record);

    /** Whether the access must wait until a hold with a smaller timestamp is released. */
    abstract boolean mustWait(Access<K, V> access, KeyRecord<K, V> record);

    /** Whether an arriving access must queue behind a waiting one that has a smaller timestamp. */
    abstract boolean queuesBehind(AccessMode waiting, AccessMode arriving);

    /** Marks the record as accessed, and gives the attempt a hold where the mechanism needs one. */
    abstract void grant(Access<K, V> access, KeyRecord<K, V> record);

    /** Grants an arriving access, queues it, or refuses it. */
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
     * Grants an access without a hold if its key is free. Its attempt must be decided before
     * anything else happens at this participant.
     *
     * <p>If any access of the attempt is not granted, all of them must be passed to {@link #submit}
     * instead. Otherwise {@link #decideAlone} must follow for each of them. Accesses must arrive in
     * the order in which they will run.
     *
     * @return whether the access is granted
     */
    public final boolean grantAlone(Access<K, V> access, KeyRecord<K, V> record) {
        boolean free = record.isFree();
        long timestamp = access.timestamp;
        // If the attempt has accessed the key before, that access alone knows what it wrote.
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
     * Applies the decision of an attempt to one of its accesses, all of which {@link #grantAlone}
     * has granted.
     *
     * @param oldestReader no transaction will read below this timestamp
     */
    public final void decideAlone(Access<K, V> access, Decision decision, long oldestReader) {
        pins.oldestReader(oldestReader);
        if (decision == Decision.COMMIT && access.hasWritten) {
            KeyRecord<K, V> record = access.record();
            speculation.committed(false);
            // read() returns what the access wrote, although install() has changed the record.
            record.install(access.timestamp, oldestReader, pins).keep(access.read());
            installed(record, access.timestamp);
            early.installed(record, access.timestamp);
        }
    }

    /**
     * Everything that the coordinator has decided here up to a timestamp is durable. Called only
     * with a log; without one, nothing waits for this.
     */
    public final void durable(int coordinator, long timestamp) {
        early.durable(coordinator, timestamp, released);
        if (!released.isEmpty()) {
            wakeReleased();
        }
    }

    /**
     * Loads into the cache what the decisions of attempts will need ({@link io.tspoon.protocol}).
     *
     * @param slots slots of the attempts
     * @param count number of slots that are used
     */
    public final void prefetch(int coordinator, int[] slots, int count) {
        prefetched = holds.prefetch(coordinator, slots, count);
    }

    /**
     * Applies the decision of an attempt: releases its holds, installs what it wrote if it commits,
     * and grants the accesses that no longer have to wait.
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

    /** Whether a version with this {@link KeyRecord#earlyTimestamp} is durable by now. */
    public final boolean isDurable(long earlyTimestamp) {
        return early.isDurable(earlyTimestamp);
    }

    /** Whether everything installed is durable, as far as there is a log. */
    public final boolean isAllDurable() {
        return early.areAllDurable();
    }

    /**
     * Restores a version from the log; versions may come in any order of timestamps. Nothing is in
     * flight yet.
     */
    public final void restore(KeyRecord<K, V> record, long timestamp, @Nullable V value) {
        applied = Math.max(applied, timestamp);
        if (record.restore(timestamp, value)) {
            handler.installed(record);
        }
    }

    /** An earlier run has applied everything up to this timestamp. */
    public final void restored(long timestamp) {
        applied = Math.max(applied, timestamp);
    }

    /** Highest timestamp of an installed version. */
    public final long applied() {
        return applied;
    }

    /** The versions that are kept for readers from outside. */
    public final SnapshotPins<K, V> pins() {
        return pins;
    }

    public final int coordinatorOf(long timestamp) {
        return timestamps.coordinator(timestamp);
    }

    public final int held() {
        return holds.size();
    }

    /** The number of accesses that wait in the queues of all keys. */
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

    /**
     * Whether the access need not wait: it may depend on all holds, as they are of its own
     * coordinator and not later.
     */
    final boolean mayDependOnAll(Access<K, V> access, KeyRecord<K, V> record) {
        return speculation.isAllowed()
                && record.isHeldOnlyBefore(access.timestamp, access.coordinator, holds);
    }

    /**
     * Whether the access need not wait for the hold, because it may depend on the attempt of the
     * hold.
     */
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

    /** The hold that the attempt already has on the record; null if it has none. */
    final @Nullable Hold<K, V> holdOf(Access<K, V> access, KeyRecord<K, V> record) {
        return record.holdOf(access.timestamp, holds);
    }

    /** Gives the attempt a hold on the record, unless it already has one. */
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
