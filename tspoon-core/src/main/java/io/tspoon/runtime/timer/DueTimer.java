/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import io.tspoon.transaction.AbortReason;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The element of the transaction of a timer, from the instance that has found it due, over open,
 * back to that instance. The timer itself stays there: if it is gone when the transaction gets
 * there, nothing fires.
 *
 * @param line which timers are meant, among those of all operators, see {@link TimedLines}
 * @param key whose timer it is
 * @param ofEvents whether the time is event time, else processing time
 * @param time when it was due
 * @param stamp of the line when it was found due: with another one it is not meant any more
 * @param aborted why the transaction that was to fire it has aborted: the timer is only removed;
 *     null if it is to fire
 */
@Internal
public record DueTimer(
        int line,
        Object key,
        boolean ofEvents,
        long time,
        long stamp,
        @Nullable List<AbortReason> aborted) {
    /** It is to fire. */
    public DueTimer(int line, Object key, boolean ofEvents, long time, long stamp) {
        this(line, key, ofEvents, time, stamp, null);
    }

    /** Its transaction has aborted. */
    public DueTimer aborted(List<AbortReason> why) {
        return new DueTimer(line, key, ofEvents, time, stamp, why);
    }
}
