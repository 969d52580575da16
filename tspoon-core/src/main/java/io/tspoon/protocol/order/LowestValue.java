/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.order;

import org.apache.flink.annotation.Internal;

import java.util.Arrays;

/**
 * The lowest of several numbers, one for each sender, that change one at a time.
 *
 * <p>Two concepts of the protocol are such a minimum. The stable timestamp at a participant is the
 * lowest of the coordinators' low timestamps: all attempts up to it are decided, and no later
 * attempt will get a timestamp up to it. The transaction with priority is the one with the lowest
 * id among those that ask for priority.
 */
@Internal
public final class LowestValue {
    private final long[] values;
    private long lowest;

    /**
     * @param senders number of senders, at least 1
     * @param initial value of each sender before it sets one
     */
    public LowestValue(int senders, long initial) {
        values = new long[senders];
        Arrays.fill(values, initial);
        lowest = initial;
    }

    /**
     * Sets the value of one sender.
     *
     * @return whether the lowest value has changed
     */
    public boolean set(int sender, long value) {
        long before = values[sender];
        if (before == value) {
            return false;
        }
        values[sender] = value;
        if (value > lowest && before > lowest) {
            return false;
        }
        long min = values[0];
        for (int i = 1; i < values.length; i++) {
            min = Math.min(min, values[i]);
        }
        boolean changed = min != lowest;
        lowest = min;
        return changed;
    }

    public long get(int sender) {
        return values[sender];
    }

    public long lowest() {
        return lowest;
    }

    /** A sender that has the lowest value. */
    public int lowestSender() {
        int sender = 0;
        while (values[sender] != lowest) {
            sender++;
        }
        return sender;
    }
}
