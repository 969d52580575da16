/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.admission;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * The times of elements, by place. Takes memory only once an element with a time has come: without
 * times all that it costs is to look whether there are any.
 *
 * <p>Threads: one sets the time of a place. Others may get it if something tells them after that
 * that it was set.
 */
@Internal
public final class ElementTimes {
    /** Instead of a time: the element has none. */
    public static final long NONE = Long.MIN_VALUE;

    private static final long[] UNKNOWN = {};

    private final int places;

    /**
     * Null as long as no element has had a time. Volatile, so that who sees it sees its content.
     */
    private volatile long @Nullable [] times;

    public ElementTimes(int places) {
        this.places = places;
    }

    /** Sets the time of the element in a place; may be {@link #NONE}. */
    public void set(int place, long time) {
        long[] known = times;
        if (known == null) {
            if (time == NONE) {
                return;
            }
            known = new long[places];
            Arrays.fill(known, NONE);
            times = known;
        }
        known[place] = time;
    }

    /** The time of the element in a place; {@link #NONE} if it has none. */
    public long get(int place) {
        long[] known = times;
        return known == null ? NONE : known[place];
    }

    /**
     * The times of the elements in several places, in an array of its own; empty if no element has
     * had a time.
     *
     * @param taken the places
     * @param count how many of them
     */
    public long[] get(int[] taken, int count) {
        long[] known = times;
        if (known == null || count == 0) {
            return UNKNOWN;
        }
        long[] found = new long[count];
        for (int i = 0; i < count; i++) {
            found[i] = known[taken[i]];
        }
        return found;
    }
}
