/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import io.tspoon.transaction.AccessMode;

/**
 * Multi-version timestamp ordering; serves PL3.
 *
 * <p>A write or update is refused when its key has a version, or was read, at a higher timestamp.
 * An access that reads waits until the tentative versions below it are decided, then sees the
 * newest installed version below its timestamp; reads hold nothing and never make a writer wait.
 * The serial order is the order of the timestamps: what an access sees can no more change, because
 * whoever would write below a read comes too late.
 *
 * <p>An update raises the read timestamp even if its constraint fails: an abort is an answer, too,
 * and must stay right at its place in the order.
 *
 * <p>Where TSpoon, section 4.2.2, retries a reader that meets a smaller tentative version, this
 * class lets it wait: the retried attempt would have to wait for the same decision. Source:
 * Bernstein, Hadzilacos, Goodman, chapters 4.2 (strict timestamp ordering) and 5.5 (multi-version).
 */
public final class TimestampOrderingParticipant<K, V> extends Participant<K, V> {
    public TimestampOrderingParticipant(int coordinators, Handler<K, V> handler) {
        super(coordinators, handler);
    }

    @Override
    long conflictOf(Access<K, V> access, KeyRecord<K, V> record) {
        if (!access.mode.writes() || record.holdOf(access.timestamp) != null) {
            return Timestamps.NONE;
        }
        return Math.max(record.highestRead, record.highestWrite);
    }

    @Override
    boolean mustWait(Access<K, V> access, KeyRecord<K, V> record) {
        Hold<K, V> oldest = record.firstHold;
        return access.mode.reads() && oldest != null && oldest.timestamp < access.timestamp;
    }

    @Override
    boolean queuesBehind(AccessMode waiting, AccessMode arriving) {
        return waiting.writes();
    }

    @Override
    void grant(Access<K, V> access, KeyRecord<K, V> record) {
        if (access.mode.reads()) {
            record.highestRead = Math.max(record.highestRead, access.timestamp);
        }
        if (access.mode.writes()) {
            hold(access, record).exclusive = true;
            record.highestWrite = Math.max(record.highestWrite, access.timestamp);
        } else {
            access.hold = record.holdOf(access.timestamp);
        }
    }
}
