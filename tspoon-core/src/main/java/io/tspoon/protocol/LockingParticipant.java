/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import io.tspoon.transaction.AccessMode;

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
public class LockingParticipant<K, V> extends Participant<K, V> {
    /** Creates a participant that never speculates. */
    public LockingParticipant(int coordinators, Handler<K, V> handler) {
        this(coordinators, Speculation.never(), handler);
    }

    /**
     * @param coordinators number of coordinators of the t-graph
     * @param speculation whether an access may see tentative versions of its own coordinator
     * @param handler is called for accesses that had to wait
     */
    public LockingParticipant(int coordinators, Speculation speculation, Handler<K, V> handler) {
        super(coordinators, speculation, handler);
    }

    @Override
    long conflictOf(Access<K, V> access, KeyRecord<K, V> record) {
        return access.mode.writes()
                ? Math.max(record.highestRead, record.highestWrite)
                : record.highestWrite;
    }

    @Override
    boolean mustWait(Access<K, V> access, KeyRecord<K, V> record) {
        if (mayDependOnAll(access, record) || (!access.mode.writes() && record.isOnlyShared())) {
            return false;
        }
        for (Hold<K, V> hold = firstHold(record); hold != null; hold = hold.nextOfRecord) {
            if (hold.timestamp != access.timestamp
                    && (hold.exclusive || access.mode.writes())
                    && !mayDependOn(hold, access)) {
                return true;
            }
        }
        return false;
    }

    @Override
    boolean queuesBehind(AccessMode waiting, AccessMode arriving) {
        return waiting.writes() || arriving.writes();
    }

    @Override
    void grant(Access<K, V> access, KeyRecord<K, V> record) {
        hold(access, record, access.mode.writes());
        if (access.mode.writes()) {
            record.highestWrite = Math.max(record.highestWrite, access.timestamp);
        } else {
            record.highestRead = Math.max(record.highestRead, access.timestamp);
        }
    }
}
