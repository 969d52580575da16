/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.apache.flink.annotation.Internal;

import java.util.Arrays;

/**
 * How far event time is at the coordinators, as known to one instance of a stateful operator, and
 * which of them can fire timers. Confined to the mailbox thread.
 */
@Internal
public final class EventTimes {
    /** A coordinator does not know any time yet. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** Nothing comes to a coordinator for a while, so nobody waits for its time. */
    public static final long IDLE = Long.MIN_VALUE + 1;

    /**
     * The input of a coordinator has ended, and it fires only what was named to it before. Its time
     * stays where it was, because its last transactions may set timers.
     */
    public static final long LEAVING = Long.MIN_VALUE + 2;

    /** Nothing will come to a coordinator any more. */
    public static final long ENDED = Long.MAX_VALUE;

    /** In place of a coordinator. */
    public static final int NOBODY = -1;

    private final long[] times;
    private final boolean[] leaves;
    private final int preferred;
    private long reached = UNKNOWN;
    private int lastEnded = NOBODY;

    /**
     * @param coordinators their number
     * @param preferred who fires timers if it can
     */
    public EventTimes(int coordinators, int preferred) {
        this.times = new long[coordinators];
        this.leaves = new boolean[coordinators];
        this.preferred = preferred;
        Arrays.fill(times, UNKNOWN);
    }

    /** A coordinator says how far it is, or one of the constants. */
    public void heard(int coordinator, long time) {
        if (time == LEAVING) {
            leaves[coordinator] = true;
            return;
        }
        if (time == ENDED && times[coordinator] != ENDED) {
            lastEnded = coordinator;
        }
        times[coordinator] = time;
        long lowest = ENDED;
        boolean allEnded = true;
        for (long each : times) {
            allEnded &= each == ENDED;
            if (each != IDLE) {
                lowest = Math.min(lowest, each);
            }
        }
        // Who is idle may come back, or be the last: until then time cannot end.
        if (lowest < ENDED || allEnded) {
            reached = Math.max(reached, lowest);
        }
    }

    /** Event time: that of the coordinator that is last. */
    public long reached() {
        return reached;
    }

    /** Who is to fire a timer in event time; {@link #NOBODY} if none can. */
    public int firesByEvent() {
        return reached == ENDED ? lastEnded : first(true);
    }

    /** Who is to fire a timer in processing time; {@link #NOBODY} if none can. */
    public int firesByProcessing() {
        return first(false);
    }

    private int first(boolean active) {
        for (int i = 0; i < times.length; i++) {
            int coordinator = (preferred + i) % times.length;
            long time = times[coordinator];
            boolean fires = time != ENDED && !leaves[coordinator];
            if (fires && !(active && time == IDLE)) {
                return coordinator;
            }
        }
        return NOBODY;
    }

    /**
     * Up to where a coordinator need not wait for timers. One that has ended waits for those that
     * it is to fire, because all have ended and it was the last.
     *
     * @param fired up to where all timers have fired
     */
    public long awaitsUpTo(int coordinator, long fired) {
        boolean isReleased =
                times[coordinator] == ENDED && (reached != ENDED || coordinator != lastEnded);
        return isReleased ? ENDED : fired;
    }
}
