/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Timestamps;

/** Mechanisms with one rule broken, to see that tests notice; each class says which one it is. */
public final class FaultyMechanism {
    private FaultyMechanism() {}

    /** Timestamp ordering that does not remember up to where a key was read. */
    public static final class ForgetsReads<K, V> extends TimestampOrdering<K, V> {
        @Override
        void grant(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
            super.grant(access, record, holds);
            record.highestRead = Timestamps.NONE;
        }
    }

    /** Timestamp ordering that does not remember up to where a key was written. */
    public static final class ForgetsWrites<K, V> extends TimestampOrdering<K, V> {
        @Override
        void grant(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
            super.grant(access, record, holds);
            record.highestWrite = Timestamps.NONE;
        }
    }

    /** Timestamp ordering whose reads do not wait for the versions below them. */
    public static final class ReadsTooEarly<K, V> extends TimestampOrdering<K, V> {
        @Override
        boolean mustWait(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
            return false;
        }
    }

    /** Locking that also grants what comes too late, in the order of arrival. */
    public static final class GrantsOutOfOrder<K, V> extends Locking<K, V> {
        @Override
        long conflictOf(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
            return Timestamps.NONE;
        }
    }

    /** Locking that does not lock. */
    public static final class NeverWaits<K, V> extends Locking<K, V> {
        @Override
        boolean mustWait(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
            return false;
        }
    }

    /** Locking that lets go of a key as soon as its value is written. */
    public static final class ReleasesEarly<K, V> extends Locking<K, V> {
        @Override
        boolean mustWait(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
            for (Hold<K, V> hold = record.firstHold(holds);
                    hold != null;
                    hold = hold.nextOfRecord) {
                if (!hold.written && hold.timestamp != access.timestamp) {
                    return super.mustWait(access, record, holds);
                }
            }
            return false;
        }
    }
}
