/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Timestamps;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;

/**
 * Writes in timestamp order, and reads of installed versions only; serves PL1 and PL2.
 *
 * <p>The writes of two transactions are installed in the order of their timestamps at every key.
 * Reads never wait for other attempts; they see the newest installed version below their timestamp.
 * Two updates may read the same version, and the later one then overwrites the earlier one, so
 * updates can be lost. Source: TSpoon, section 4.2.2.
 */
@Internal
public final class ReadCommitted<K, V> extends Mechanism<K, V> {
    @Override
    long conflictOf(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        if (!access.mode.writes() || holdOf(access, record, holds) != null) {
            return Timestamps.NONE;
        }
        return record.highestWrite;
    }

    @Override
    long waitsUpTo(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        return NO_HOLD;
    }

    @Override
    boolean waitsFor(Hold<K, V> hold, Access<K, V> access, HoldTable<K, V> holds) {
        return false;
    }

    @Override
    public boolean waitsForDecisions() {
        return false;
    }

    @Override
    boolean queuesBehind(AccessMode waiting, AccessMode arriving) {
        return false;
    }

    @Override
    void grant(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        if (access.mode.writes()) {
            hold(access, record, true, holds);
            record.highestWrite = Math.max(record.highestWrite, access.timestamp);
        } else {
            access.hold = holdOf(access, record, holds);
        }
    }
}
