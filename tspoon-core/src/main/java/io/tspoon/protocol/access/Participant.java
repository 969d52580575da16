/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Decision;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One instance of a stateful operator in its role as a participant of transactions.
 *
 * <p>All mechanisms have the following in common. An access that comes too late, because a
 * conflicting access with a higher timestamp was granted, is refused on arrival. An access that
 * conflicts with smaller timestamps waits in the key's queue, which is in timestamp order. So
 * attempts wait only for smaller timestamps, and there is no deadlock; waits for a log end by
 * themselves, see {@link EarlyVersions}. Holds remain until the decision of their attempt arrives.
 *
 * <p>A participant calls nobody back when accesses need not wait any more. Its owner takes them one
 * by one after each call that may wake some:
 *
 * <pre>
 *    participant.decide(...)            or durable(...)
 *    access = participant.nextWoken()   run it if it is granted, vote against it if it is refused
 *    access = participant.nextWoken()   this one may see what the first one has written
 *    null                               only now comes the next call
 * </pre>
 *
 * <p>Confined to one thread, the mailbox thread of the operator. Source: TSpoon, section 4.2;
 * waiting in timestamp order: ADR 0003.
 *
 * @param <K> key type
 * @param <V> value type; null stands for "no value"
 */
@Internal
public final class Participant<K, V> {
    private final Mechanism<K, V> mechanism;
    private final InstalledVersions<K, V> versions;
    private final EarlyVersions<K, V> early;
    private final HoldTable<K, V> holds;

    /** Records that accesses may no longer have to wait for, in the order of their release. */
    private final List<KeyRecord<K, V>> released = new ArrayList<>();

    /** The first of the released records that may still have such accesses. */
    private int nextReleased;

    /** The number of accesses in the queues of all keys. */
    private int waiting;

    /** Keeps loads from being removed, see {@link io.tspoon.protocol}. */
    @SuppressWarnings("UnusedVariable")
    private long prefetched;

    /**
     * @param coordinators number of coordinators of the t-graph
     * @param rules what the settings mean here
     * @param versions where it installs what commits
     */
    public Participant(
            int coordinators, ParticipantRules<K, V> rules, InstalledVersions<K, V> versions) {
        this.mechanism = rules.mechanism();
        this.versions = versions;
        this.early = versions.early();
        this.holds = new HoldTable<>(coordinators, versions.timestamps());
    }

    /** As above, with versions of its own. */
    public Participant(
            int coordinators,
            ParticipantRules<K, V> rules,
            InstalledVersions.Installs<K, V> installs) {
        this(coordinators, rules, rules.versions(coordinators, installs));
    }

    /** What transactions have left behind here. */
    public InstalledVersions<K, V> versions() {
        return versions;
    }

    /** Grants an arriving access, queues it, or refuses it. */
    public Admittance submit(Access<K, V> access, KeyRecord<K, V> record) {
        access.record = record;
        if (isLate(access, record)) {
            return Admittance.REFUSED;
        }
        if (mechanism.mustWait(access, record, holds)
                || isQueuedBehindOther(access, record)
                || early.mustWait(access, record)) {
            record.enqueue(access);
            waiting++;
            early.enqueued(access, record);
            return Admittance.WAITING;
        }
        mechanism.grant(access, record, holds);
        return Admittance.GRANTED;
    }

    /**
     * One-phase commit: grants an access without a hold if its key is free. Its attempt must be
     * decided before anything else happens at this participant.
     *
     * <p>If any access of the attempt is not granted, all of them must be passed to {@link #submit}
     * instead. Otherwise {@link #decideOnePhase} must follow for each of them. Accesses must arrive
     * in the order in which they will run.
     *
     * @return whether the access is granted
     */
    public boolean grantOnePhase(Access<K, V> access, KeyRecord<K, V> record) {
        boolean free = record.isFree();
        long timestamp = access.timestamp;
        // If the attempt has accessed the key before, that access alone knows what it wrote.
        boolean first = record.highestRead != timestamp && record.highestWrite != timestamp;
        access.record = record;
        if (!free || !first || isLate(access, record) || early.mustWait(access, record)) {
            return false;
        }
        access.onePhase = true;
        mechanism.grant(access, record, holds);
        return true;
    }

    /**
     * Applies the decision of an attempt to one of its accesses, all of which {@link
     * #grantOnePhase} has granted.
     */
    public void decideOnePhase(Access<K, V> access, Decision decision) {
        if (decision == Decision.COMMIT && access.hasWritten) {
            KeyRecord<K, V> record = access.record();
            mechanism.installedWithoutHold();
            // read() returns what the access wrote, although install() has changed the record.
            versions.makeRoom(record, access.timestamp).keep(access.read());
            versions.installed(record, access.timestamp);
            early.installed(record, access.timestamp);
            RecordWrites<K, V> within = access.within();
            if (within != null) {
                installWithin(within, access.timestamp);
            }
        }
    }

    private void installWithin(RecordWrites<K, V> within, long timestamp) {
        for (int i = 0; i < within.size(); i++) {
            KeyRecord<K, V> record = within.record(i);
            versions.makeRoom(record, timestamp).keep(within.value(i));
            record.highestWrite = Math.max(record.highestWrite, timestamp);
            versions.installed(record, timestamp);
            early.installed(record, timestamp);
        }
    }

    // ------------------------------------------------------------------ partitions

    /**
     * The value of a record of the partition that the access was granted, as its attempt sees it
     * without what this access has written. The hold on the partition stands for those on its
     * records, so nothing waits here.
     */
    public @Nullable V readWithin(Access<K, V> access, KeyRecord<K, V> record) {
        long timestamp = access.timestamp;
        Hold<K, V> tentative =
                access.isDependent()
                        ? record.tentativeBefore(timestamp + 1, holds)
                        : record.holdOf(timestamp, holds);
        return tentative != null ? tentative.value() : record.installedBefore(timestamp);
    }

    /**
     * The records with tentative versions that {@link #readWithin} may give to an access; some of
     * them may be of other partitions, and some may come twice.
     */
    public void writtenWithin(Access<K, V> access, Consumer<KeyRecord<K, V>> written) {
        if (access.onePhase) {
            return;
        }
        long timestamp = access.timestamp;
        boolean dependent = access.isDependent();
        access.record()
                .forEachHold(
                        timestamp,
                        holds,
                        hold -> {
                            if (dependent || hold.timestamp == timestamp) {
                                ofAttempt(hold, written);
                            }
                        });
    }

    private void ofAttempt(Hold<K, V> any, Consumer<KeyRecord<K, V>> written) {
        Hold<K, V> hold = holds.firstOfAttempt(any);
        while (hold != null) {
            if (hold.written) {
                written.accept(hold.record);
            }
            hold = hold.nextOfAttempt;
        }
    }

    /** Whether an earlier access of the same attempt has written a record of the partition. */
    public boolean hasWrittenWithin(Access<K, V> access, KeyRecord<K, V> record) {
        return record.holdOf(access.timestamp, holds) != null;
    }

    /**
     * Holds what an access has written to the records of a partition until its attempt is decided.
     * To be called once its function has run.
     */
    public void holdWithin(Access<K, V> access, RecordWrites<K, V> within) {
        if (access.onePhase) {
            return;
        }
        for (int i = 0; i < within.size(); i++) {
            KeyRecord<K, V> record = within.record(i);
            Hold<K, V> hold = record.holdOf(access.timestamp, holds);
            if (hold == null) {
                hold = holds.create(access, record);
                hold.exclusive = true;
                hold.written = true;
                hold.value(within.value(i));
                record.addHold(hold, holds.name(access.coordinator, access.slot), holds);
                record.highestWrite = Math.max(record.highestWrite, access.timestamp);
            } else {
                hold.value(within.value(i));
            }
        }
    }

    // ------------------------------------------------------------------ decisions

    /**
     * Everything that the coordinator has decided here up to a timestamp is durable. Without a log,
     * nothing waits for this. {@link #nextWoken} must follow.
     */
    public void durable(int coordinator, long timestamp) {
        versions.durable(coordinator, timestamp, released);
    }

    /**
     * Loads into the cache what the decisions of attempts will need ({@link io.tspoon.protocol}).
     *
     * @param slots slots of the attempts
     * @param count number of slots that are used
     */
    public void prefetch(int coordinator, int[] slots, int count) {
        prefetched = holds.prefetch(coordinator, slots, count);
    }

    /**
     * Applies the decision of an attempt: releases its holds, and installs what it wrote if it
     * commits. {@link #nextWoken} must follow.
     */
    public void decide(int coordinator, int slot, long timestamp, Decision decision) {
        Hold<K, V> hold = holds.remove(coordinator, slot, timestamp);
        int name = holds.name(coordinator, slot);
        while (hold != null) {
            Hold<K, V> next = hold.nextOfAttempt;
            KeyRecord<K, V> record = hold.record;
            record.removeHold(hold, name, holds);
            mechanism.released(hold, decision);
            if (decision == Decision.COMMIT && hold.written) {
                versions.makeRoom(record, timestamp).keepThatOf(hold);
                versions.installed(record, timestamp);
            }
            if (record.firstWaiting() != null) {
                released.add(record);
            }
            holds.released();
            hold = next;
        }
    }

    public int held() {
        return holds.size();
    }

    /** The number of accesses that wait in the queues of all keys. */
    public int waiting() {
        return waiting;
    }

    /**
     * Takes the next access that no longer has to wait because of the last call. It is granted, or
     * else {@link Access#isRefused}. What a granted one does must be done before the next one is
     * taken, which may see it.
     *
     * @return null if there is none
     */
    public @Nullable Access<K, V> nextWoken() {
        while (nextReleased < released.size()) {
            KeyRecord<K, V> record = released.get(nextReleased);
            Access<K, V> head = record.firstWaiting();
            if (head != null
                    && !mechanism.mustWait(head, record, holds)
                    && !early.mustWait(head, record)) {
                wake(head, record);
                return head;
            }
            nextReleased++;
        }
        if (nextReleased > 0) {
            released.clear();
            nextReleased = 0;
        }
        return null;
    }

    private void wake(Access<K, V> head, KeyRecord<K, V> record) {
        record.dequeue();
        waiting--;
        if (isLate(head, record)) {
            head.refused = true;
        } else {
            mechanism.grant(head, record, holds);
        }
    }

    private boolean isLate(Access<K, V> access, KeyRecord<K, V> record) {
        return mechanism.conflictOf(access, record, holds) > access.timestamp;
    }

    private boolean isQueuedBehindOther(Access<K, V> access, KeyRecord<K, V> record) {
        Access<K, V> waiting = record.firstWaiting();
        while (waiting != null && waiting.timestamp <= access.timestamp) {
            if (waiting.timestamp == access.timestamp
                    || mechanism.queuesBehind(waiting.mode, access.mode)) {
                return true;
            }
            waiting = waiting.nextWaiting;
        }
        return false;
    }
}
