/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;

/**
 * Strict two-phase locking that grants locks in timestamp order; serves PL1 to PL3.
 *
 * <p>A read takes a shared lock, any other access an exclusive one, until the decision of the
 * attempt. An example of accesses that arrive at one key, with their timestamps in brackets:
 *
 * <pre>
 *    UPDATE [5]   granted: nobody holds the lock
 *    UPDATE [9]   waits for 5
 *    UPDATE [7]   waits for 5, before 9: the queue is in timestamp order
 *    UPDATE [4]   refused: 5 was granted already, 4 comes too late for its place
 *    5 decided    7 is granted; 9 goes on waiting
 *    READ   [8]   waits for 7, before 9
 * </pre>
 *
 * <p>A conflicting access is never granted against timestamp order, so the serial order that the
 * locks enforce is that of the timestamps. After the locks are released, the record keeps the
 * highest granted timestamps, even those of aborted attempts: other outcomes depend on them.
 *
 * <p>Source: TSpoon, section 4.2.1; Bernstein, Hadzilacos, Goodman, chapter 3.
 */
@Internal
public class Locking<K, V> extends Mechanism<K, V> {
    @Override
    long conflictOf(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        return access.mode.writes()
                ? Math.max(record.highestRead, record.highestWrite)
                : record.highestWrite;
    }

    @Override
    long waitsUpTo(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        return !access.mode.writes() && record.isOnlyShared() ? NO_HOLD : Long.MAX_VALUE;
    }

    @Override
    boolean waitsFor(Hold<K, V> hold, Access<K, V> access, HoldTable<K, V> holds) {
        return hold.timestamp != access.timestamp && (hold.exclusive || access.mode.writes());
    }

    @Override
    boolean queuesBehind(AccessMode waiting, AccessMode arriving) {
        return waiting.writes() || arriving.writes();
    }

    @Override
    void grant(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        hold(access, record, access.mode.writes(), holds);
        if (access.mode.writes()) {
            record.highestWrite = Math.max(record.highestWrite, access.timestamp);
        } else {
            record.highestRead = Math.max(record.highestRead, access.timestamp);
        }
    }
}
