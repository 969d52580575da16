/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * What the content of a record waits for: in each of several lines, an event time and a processing
 * time. A line is either the timers of a state, or the expiry of its values.
 *
 * @param <V> type of what a record holds
 */
@Internal
public interface TimedLines<V> {
    /** Number of the operator among those with timers. */
    int owner();

    /** The number of lines. */
    int lines();

    /** The place of a state that has all keys which wait for something in the line. */
    int scannedPlace(int line);

    /**
     * The earliest time for which the content waits; {@link TimerIndex#NEVER} if there is none.
     *
     * @param ofEvents whether in event time, else in processing time
     */
    long due(@Nullable V content, int line, boolean ofEvents);

    /** Another number whenever something that was due is not to be done any more. */
    long stamp(@Nullable V content, int line);
}
