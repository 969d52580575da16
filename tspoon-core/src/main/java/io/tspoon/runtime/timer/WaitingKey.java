/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.apache.flink.annotation.Internal;

/** A key that waits for a time, or whose time has come. */
@Internal
public final class WaitingKey<K> {
    final K key;
    long event = TimerIndex.NEVER;
    long processing = TimerIndex.NEVER;
    long stamp;

    /** Whether somebody was told that it is due, and has not done anything about it. */
    boolean named;

    private int eventPlace = -1;
    private int processingPlace = -1;

    WaitingKey(K key) {
        this.key = key;
    }

    /** The key. */
    public K key() {
        return key;
    }

    /** What the line is known by now. */
    public long stamp() {
        return stamp;
    }

    /** The earliest time for which it waits, named or not. */
    public long due(boolean ofEvents) {
        return ofEvents ? event : processing;
    }

    int place(boolean ofEvents) {
        return ofEvents ? eventPlace : processingPlace;
    }

    void place(boolean ofEvents, int place) {
        if (ofEvents) {
            eventPlace = place;
        } else {
            processingPlace = place;
        }
    }
}
