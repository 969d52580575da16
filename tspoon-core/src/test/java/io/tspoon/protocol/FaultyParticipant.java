/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/** Mechanisms with one rule broken, to see that tests notice; each class says which one it is. */
public final class FaultyParticipant {
    private FaultyParticipant() {}

    /** Timestamp ordering that does not remember up to where a key was read. */
    public static final class ForgetsReads<K, V> extends TimestampOrderingParticipant<K, V> {
        public ForgetsReads(int coordinators, Handler<K, V> handler) {
            super(coordinators, handler);
        }

        @Override
        void grant(Access<K, V> access, KeyRecord<K, V> record) {
            super.grant(access, record);
            record.highestRead = Timestamps.NONE;
        }
    }

    /** Timestamp ordering that does not remember up to where a key was written. */
    public static final class ForgetsWrites<K, V> extends TimestampOrderingParticipant<K, V> {
        public ForgetsWrites(int coordinators, Handler<K, V> handler) {
            super(coordinators, handler);
        }

        @Override
        void grant(Access<K, V> access, KeyRecord<K, V> record) {
            super.grant(access, record);
            record.highestWrite = Timestamps.NONE;
        }
    }

    /** Timestamp ordering whose reads do not wait for the versions below them. */
    public static final class ReadsTooEarly<K, V> extends TimestampOrderingParticipant<K, V> {
        public ReadsTooEarly(int coordinators, Handler<K, V> handler) {
            super(coordinators, handler);
        }

        @Override
        boolean mustWait(Access<K, V> access, KeyRecord<K, V> record) {
            return false;
        }
    }

    /** Locking that also grants what comes too late, in the order of arrival. */
    public static final class GrantsOutOfOrder<K, V> extends LockingParticipant<K, V> {
        public GrantsOutOfOrder(int coordinators, Handler<K, V> handler) {
            super(coordinators, handler);
        }

        @Override
        long conflictOf(Access<K, V> access, KeyRecord<K, V> record) {
            return Timestamps.NONE;
        }
    }

    /** Locking that does not lock. */
    public static final class NeverWaits<K, V> extends LockingParticipant<K, V> {
        public NeverWaits(int coordinators, Handler<K, V> handler) {
            super(coordinators, handler);
        }

        @Override
        boolean mustWait(Access<K, V> access, KeyRecord<K, V> record) {
            return false;
        }
    }

    /** Locking that lets go of a key as soon as its value is written. */
    public static final class ReleasesEarly<K, V> extends LockingParticipant<K, V> {
        public ReleasesEarly(int coordinators, Handler<K, V> handler) {
            super(coordinators, handler);
        }

        @Override
        boolean mustWait(Access<K, V> access, KeyRecord<K, V> record) {
            for (Hold<K, V> hold = firstHold(record); hold != null; hold = hold.nextOfRecord) {
                if (!hold.written && hold.timestamp != access.timestamp) {
                    return super.mustWait(access, record);
                }
            }
            return false;
        }
    }
}
