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
public class TimestampOrderingParticipant<K, V> extends Participant<K, V> {
    /** Never speculates. */
    public TimestampOrderingParticipant(int coordinators, Handler<K, V> handler) {
        this(coordinators, Speculation.never(), handler);
    }

    /**
     * @param coordinators number of coordinators of the t-graph
     * @param speculation whether an access may see tentative versions of its own coordinator
     * @param handler hears of accesses that had to wait
     */
    public TimestampOrderingParticipant(
            int coordinators, Speculation speculation, Handler<K, V> handler) {
        super(coordinators, speculation, handler);
    }

    @Override
    long conflictOf(Access<K, V> access, KeyRecord<K, V> record) {
        if (!access.mode.writes()) {
            return Timestamps.NONE;
        }
        if (holdOf(access, record) != null) {
            // A dependent attempt may have read what this one wrote first.
            return record.highestRead;
        }
        return Math.max(record.highestRead, record.highestWrite);
    }

    @Override
    boolean mustWait(Access<K, V> access, KeyRecord<K, V> record) {
        if (!access.mode.reads() || mayDependOnAll(access, record)) {
            return false;
        }
        Hold<K, V> hold = firstHold(record);
        while (hold != null && hold.timestamp < access.timestamp) {
            if (!mayDependOn(hold, access)) {
                return true;
            }
            hold = hold.nextOfRecord;
        }
        return false;
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
            hold(access, record, true);
            record.highestWrite = Math.max(record.highestWrite, access.timestamp);
        } else {
            access.hold = holdOf(access, record);
        }
    }
}
