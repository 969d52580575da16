/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import io.tspoon.transaction.AccessMode;

/**
 * A mechanism with one rule broken, to see that tests notice.
 *
 * <p>Keeps all rules of the mechanism that it wraps; each subclass says which one it breaks.
 */
public abstract class FaultyParticipant<K, V> extends Participant<K, V> {
    private final Participant<K, V> rules;

    private FaultyParticipant(int coordinators, Handler<K, V> handler, Participant<K, V> rules) {
        super(coordinators, handler);
        this.rules = rules;
    }

    @Override
    long conflictOf(Access<K, V> access, KeyRecord<K, V> record) {
        return rules.conflictOf(access, record);
    }

    @Override
    boolean mustWait(Access<K, V> access, KeyRecord<K, V> record) {
        return rules.mustWait(access, record);
    }

    @Override
    boolean queuesBehind(AccessMode waiting, AccessMode arriving) {
        return rules.queuesBehind(waiting, arriving);
    }

    @Override
    void grant(Access<K, V> access, KeyRecord<K, V> record) {
        if (access.mode.reads()) {
            record.highestRead = Math.max(record.highestRead, access.timestamp);
        }
        if (access.mode.writes()) {
            hold(access, record, true);
            record.highestWrite = Math.max(record.highestWrite, access.timestamp);
        } else {
            access.hold = record.holdOf(access.timestamp);
        }
    }

    /** Timestamp ordering that does not remember up to where a key was read. */
    public static final class ForgetsReads<K, V> extends FaultyParticipant<K, V> {
        public ForgetsReads(int coordinators, Handler<K, V> handler) {
            super(coordinators, handler, new TimestampOrderingParticipant<>(1, handler));
        }

        @Override
        void grant(Access<K, V> access, KeyRecord<K, V> record) {
            super.grant(access, record);
            record.highestRead = Timestamps.NONE;
        }
    }

    /** Timestamp ordering that does not remember up to where a key was written. */
    public static final class ForgetsWrites<K, V> extends FaultyParticipant<K, V> {
        public ForgetsWrites(int coordinators, Handler<K, V> handler) {
            super(coordinators, handler, new TimestampOrderingParticipant<>(1, handler));
        }

        @Override
        void grant(Access<K, V> access, KeyRecord<K, V> record) {
            super.grant(access, record);
            record.highestWrite = Timestamps.NONE;
        }
    }

    /** Timestamp ordering whose reads do not wait for the versions below them. */
    public static final class ReadsTooEarly<K, V> extends FaultyParticipant<K, V> {
        public ReadsTooEarly(int coordinators, Handler<K, V> handler) {
            super(coordinators, handler, new TimestampOrderingParticipant<>(1, handler));
        }

        @Override
        boolean mustWait(Access<K, V> access, KeyRecord<K, V> record) {
            return false;
        }
    }

    /** Locking that also grants what comes too late, in the order of arrival. */
    public static final class GrantsOutOfOrder<K, V> extends FaultyParticipant<K, V> {
        public GrantsOutOfOrder(int coordinators, Handler<K, V> handler) {
            super(coordinators, handler, new LockingParticipant<>(1, handler));
        }

        @Override
        long conflictOf(Access<K, V> access, KeyRecord<K, V> record) {
            return Timestamps.NONE;
        }
    }

    /** Locking that does not lock. */
    public static final class NeverWaits<K, V> extends FaultyParticipant<K, V> {
        public NeverWaits(int coordinators, Handler<K, V> handler) {
            super(coordinators, handler, new LockingParticipant<>(1, handler));
        }

        @Override
        boolean mustWait(Access<K, V> access, KeyRecord<K, V> record) {
            return false;
        }
    }

    /** Locking that lets go of a key as soon as its value is written. */
    public static final class ReleasesEarly<K, V> extends FaultyParticipant<K, V> {
        public ReleasesEarly(int coordinators, Handler<K, V> handler) {
            super(coordinators, handler, new LockingParticipant<>(1, handler));
        }

        @Override
        boolean mustWait(Access<K, V> access, KeyRecord<K, V> record) {
            for (Hold<K, V> hold = record.firstHold; hold != null; hold = hold.nextOfRecord) {
                if (!hold.written && hold.timestamp != access.timestamp) {
                    return super.mustWait(access, record);
                }
            }
            return false;
        }
    }
}
