/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.runtime.plan.StatePlan;

import org.jspecify.annotations.Nullable;

import java.time.InstantSource;
import java.util.List;

/** What an instance keeps of times, for each of its partitioned states. */
final class PartitionTimes {
    private final InstantSource clock = InstantSource.system();
    private final Stamps stamps = new Stamps(clock);
    private final @Nullable OfState[] states;

    /**
     * @param plans of the states, and behind them of what is kept
     */
    PartitionTimes(
            List<StatePlan<?, ?, ?>> plans, int shown, List<TimedLine> lines, boolean objectReuse) {
        states = new OfState[shown];
        for (TimedLine line : lines) {
            OfState known = states[line.place()];
            OfState times = known == null ? new OfState(clock, null, -1, -1) : known;
            states[line.place()] =
                    line.isExpiry()
                            ? new OfState(clock, times.timers, times.pending, line.kept())
                            : new OfState(
                                    clock,
                                    new KeyTimers.Line(
                                            KeyTimers.payloads(plans.get(line.kept())),
                                            line.payload(),
                                            clock,
                                            stamps,
                                            objectReuse),
                                    line.kept(),
                                    times.written);
        }
    }

    /**
     * What is kept of a state.
     *
     * @param timers null if it has none
     * @param pending place of its timers
     * @param written place of the times at which values were written; negative if they do not
     *     expire
     */
    record OfState(InstantSource clock, KeyTimers.@Nullable Line timers, int pending, int written) {
        boolean expires() {
            return written >= 0;
        }

        Long now() {
            return clock.millis();
        }
    }

    /** What is kept of a state; null if nothing is. */
    @Nullable OfState of(int place) {
        return states[place];
    }

    long nextStamp() {
        return stamps.next();
    }
}
