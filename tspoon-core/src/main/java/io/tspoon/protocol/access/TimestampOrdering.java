/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Timestamps;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;

/**
 * Multi-version timestamp ordering; serves PL3.
 *
 * <p>A write or update is refused if its key has a version, or was read, at a higher timestamp. An
 * access that reads waits until the tentative versions below it are decided, then sees the newest
 * installed version below its timestamp. A read holds nothing and never makes a writer wait. The
 * serial order is that of the timestamps: what an access has seen cannot change any more, because
 * any later write below it comes too late.
 *
 * <p>An update raises the read timestamp even if its constraint fails. An abort is an answer, too,
 * and must remain correct at its place in the serial order.
 *
 * <p>In TSpoon, section 4.2.2, a reader that meets a smaller tentative version is retried. Here it
 * waits, because the retried attempt would have to wait for the same decision (ADR 0003). Source:
 * Bernstein, Hadzilacos, Goodman, chapters 4.2 (strict timestamp ordering) and 5.5 (multi-version).
 */
@Internal
public class TimestampOrdering<K, V> extends Mechanism<K, V> {
    @Override
    long conflictOf(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        if (!access.mode.writes()) {
            return Timestamps.NONE;
        }
        if (holdOf(access, record, holds) != null) {
            // A dependent attempt may have read the first write of this attempt.
            return record.highestRead;
        }
        return Math.max(record.highestRead, record.highestWrite);
    }

    @Override
    long waitsUpTo(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        return access.mode.reads() ? access.timestamp - 1 : NO_HOLD;
    }

    @Override
    boolean waitsFor(Hold<K, V> hold, Access<K, V> access, HoldTable<K, V> holds) {
        return true;
    }

    @Override
    boolean queuesBehind(AccessMode waiting, AccessMode arriving) {
        return waiting.writes();
    }

    @Override
    void grant(Access<K, V> access, KeyRecord<K, V> record, HoldTable<K, V> holds) {
        if (access.mode.reads()) {
            record.highestRead = Math.max(record.highestRead, access.timestamp);
        }
        if (access.mode.writes()) {
            hold(access, record, true, holds);
            record.highestWrite = Math.max(record.highestWrite, access.timestamp);
        } else {
            access.hold = holdOf(access, record, holds);
        }
    }
}
