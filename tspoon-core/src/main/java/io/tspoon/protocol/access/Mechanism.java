/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Decision;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * How the accesses of attempts to a key are isolated from each other: which one comes too late,
 * which one waits, and what is held for one that is granted. A {@link Participant} asks it about
 * one access and one record at a time.
 *
 * <p>All mechanisms go by timestamps, see {@link Participant}. One that decorates another, as
 * {@link Speculating} does, passes on what it does not change.
 *
 * <p>Confined to the thread of the participant.
 *
 * @param <K> key type
 * @param <V> value type; null stands for "no value"
 */
@Internal
public abstract class Mechanism<K, V> {
    /** Instead of a timestamp: the access waits for no hold. */
    static final long NO_HOLD = Long.MIN_VALUE;

    /**
     * The highest timestamp of the granted accesses that conflict with this one; if it is above
     * that of this access, the access comes too late.
     */
    abstract long conflictOf(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds);

    /**
     * The highest timestamp of holds that the access may have to wait for, or {@link #NO_HOLD}.
     * Asked only if there is a hold.
     */
    abstract long waitsUpTo(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds);

    /** Whether the access must wait until the hold, not above that timestamp, is released. */
    abstract boolean waitsFor(Hold<K, V> hold, Access<K, V> access, HoldTable<K, V> holds);

    /** Whether an arriving access must queue behind a waiting one that has a smaller timestamp. */
    abstract boolean queuesBehind(AccessMode waiting, AccessMode arriving);

    /** Marks the record as accessed, and gives the attempt a hold where the mechanism needs one. */
    abstract void grant(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds);

    /**
     * Whether accesses wait for the decisions of others, so that it saves time to see tentative
     * versions.
     */
    public boolean waitsForDecisions() {
        return true;
    }

    /** A hold was released with the decision of its attempt. */
    void released(Hold<K, V> hold, Decision decision) {}

    /** A version was installed for which there was no hold. */
    void installedWithoutHold() {}

    /** Whether the access must wait until a hold is released. */
    boolean mustWait(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        Hold<K, V> hold = record.firstHold(holds);
        if (hold == null) {
            return false;
        }
        long last = waitsUpTo(access, record, holds);
        while (hold != null && hold.timestamp <= last) {
            if (waitsFor(hold, access, holds)) {
                return true;
            }
            hold = hold.nextOfRecord;
        }
        return false;
    }

    /** The hold that the attempt already has on the record; null if it has none. */
    final @Nullable Hold<K, V> holdOf(
            Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        return record.holdOf(access.timestamp, holds);
    }

    /** Gives the attempt a hold on the record, unless it already has one. */
    final void hold(
            Access<K, V> access, KeyRecord<K, V> record, boolean exclusive, HoldTable<K, V> holds) {
        if (access.onePhase) {
            return;
        }
        Hold<K, V> own = holdOf(access, record, holds);
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
