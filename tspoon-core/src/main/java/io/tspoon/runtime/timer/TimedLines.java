/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * What the records of an operator wait for: in each of several lines, an event time and a
 * processing time of a key. A line is either the timers of a state, or the expiry of its values.
 *
 * @param <V> type of what a record holds
 */
@Internal
public interface TimedLines<V> {
    /** Reads what is installed for a record. */
    @FunctionalInterface
    interface Contents<V> {
        @Nullable V of(Object record) throws Exception;
    }

    /** The number of the first line, among those of all operators. */
    int first();

    /** The number of lines. */
    int lines();

    /** The place of the state whose keys the line is of. */
    int place(int line);

    /** The place of a state that has all keys which wait for something in the line. */
    int scannedPlace(int line);

    /**
     * Notes that a record was found when the instance starts, which has something for the scanned
     * place of the line.
     */
    void found(int line, Object record, Contents<V> contents, TimerIndex<Object> index)
            throws Exception;

    /**
     * Notes what is installed for a record now.
     *
     * @param indices by line
     */
    void installed(Object record, @Nullable V content, List<TimerIndex<Object>> indices);
}
