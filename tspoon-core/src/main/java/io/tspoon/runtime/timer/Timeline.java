/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Payloads by time, in the order of times, and of arrival where these are equal. Immutable, except
 * for payloads of a mutable type. Cost of a change: a copy.
 */
final class Timeline {
    static final Timeline EMPTY = new Timeline(new long[0], new Object[0]);

    final long[] times;
    final Object[] payloads;

    Timeline(long[] times, Object[] payloads) {
        this.times = times;
        this.payloads = payloads;
    }

    int size() {
        return times.length;
    }

    /** The earliest time; {@link TimerIndex#NEVER} if there is none. */
    long first() {
        return times.length == 0 ? TimerIndex.NEVER : times[0];
    }

    /** The first payload with this time; null if there is none. */
    @Nullable Object at(long time) {
        int place = placeOf(time);
        return place < times.length && times[place] == time ? payloads[place] : null;
    }

    boolean has(long time, Predicate<Object> payload) {
        for (int place = placeOf(time); place < times.length && times[place] == time; place++) {
            if (payload.test(payloads[place])) {
                return true;
            }
        }
        return false;
    }

    Timeline with(long time, Object payload) {
        int size = times.length;
        int place = size; // times mostly ascend
        while (place > 0 && times[place - 1] > time) {
            place--;
        }
        long[] moreTimes = Arrays.copyOf(times, size + 1);
        Object[] morePayloads = Arrays.copyOf(payloads, size + 1);
        System.arraycopy(times, place, moreTimes, place + 1, size - place);
        System.arraycopy(payloads, place, morePayloads, place + 1, size - place);
        moreTimes[place] = time;
        morePayloads[place] = payload;
        return new Timeline(moreTimes, morePayloads);
    }

    /** Without the first one at this time, of which there is one. */
    Timeline without(long time) {
        int gone = placeOf(time);
        return keep(place -> place != gone, times.length - 1);
    }

    /** Without all that have such a payload. */
    Timeline without(Predicate<Object> payload) {
        int left = 0;
        for (Object each : payloads) {
            left += payload.test(each) ? 0 : 1;
        }
        return left == times.length ? this : keep(place -> !payload.test(payloads[place]), left);
    }

    private interface Places {
        boolean has(int place);
    }

    private Timeline keep(Places kept, int left) {
        if (left == 0) {
            return EMPTY;
        }
        long[] leftTimes = new long[left];
        Object[] leftPayloads = new Object[left];
        int to = 0;
        for (int place = 0; place < times.length; place++) {
            if (kept.has(place)) {
                leftTimes[to] = times[place];
                leftPayloads[to++] = payloads[place];
            }
        }
        return new Timeline(leftTimes, leftPayloads);
    }

    /** The first place with a time that is not lower. */
    private int placeOf(long time) {
        int place = 0;
        while (place < times.length && times[place] < time) {
            place++;
        }
        return place;
    }
}
