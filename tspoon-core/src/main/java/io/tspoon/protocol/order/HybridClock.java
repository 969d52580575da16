/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.order;

import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The hybrid logical clock of one coordinator.
 *
 * <p>Invariant: each timestamp that it gives is higher than every timestamp given or observed
 * before, and ends in the coordinator's index (see {@link Timestamps}). If the wall clock goes back
 * or lags, this clock only runs ahead of it; the invariant holds. Confined to the thread of its
 * owner.
 *
 * <p>Source: Kulkarni et al., "Logical Physical Clocks" (OPODIS 2014).
 */
@Internal
public final class HybridClock {
    private final int coordinator;
    private final LongSupplier physical;
    private final Timestamps timestamps;
    private long highest = Timestamps.NONE;

    /**
     * @param coordinator index of the coordinator
     * @param coordinators number of coordinators, at most {@link Timestamps#MAX_COORDINATORS}
     * @param wallClockMs milliseconds since 1970
     */
    public HybridClock(int coordinator, int coordinators, LongSupplier wallClockMs) {
        this(() -> Timestamps.ofEpochMs(wallClockMs.getAsLong()), coordinator, coordinators);
    }

    /**
     * Creates a clock that also knows fractions of a millisecond. With it, the ranges given by
     * several coordinators rarely interleave.
     *
     * @param coordinator index of the coordinator
     * @param coordinators number of coordinators, at most {@link Timestamps#MAX_COORDINATORS}
     * @param wallClock the wall clock
     */
    public HybridClock(int coordinator, int coordinators, InstantSource wallClock) {
        this(() -> Timestamps.of(wallClock.instant()), coordinator, coordinators);
    }

    private HybridClock(LongSupplier physical, int coordinator, int coordinators) {
        if (coordinator < 0 || coordinator >= coordinators) {
            throw new IllegalArgumentException(
                    "[TSP-2503] Cannot create clock: coordinator index out of range, coordinator="
                            + coordinator
                            + ", coordinators="
                            + coordinators);
        }
        this.timestamps = new Timestamps(coordinators);
        this.coordinator = coordinator;
        this.physical = physical;
    }

    public long next() {
        return nextRange(1);
    }

    /**
     * Gives {@code count} timestamps at once: the returned one and those that follow it at
     * intervals of {@link #step}.
     */
    public long nextRange(int count) {
        if (count < 1) {
            throw new IllegalArgumentException(
                    "[TSP-2504] Cannot give timestamps: count must be positive, count=" + count);
        }
        long first = timestamps.atOrAfter(Math.max(highest + 1, physical.getAsLong()), coordinator);
        highest = first + (count - 1) * step();
        return first;
    }

    /** The distance between two consecutive timestamps of this clock. */
    public long step() {
        return timestamps.step();
    }

    /** Makes every later timestamp higher than the given one. */
    public void observe(long timestamp) {
        highest = Math.max(highest, timestamp);
    }

    /** The highest timestamp given or observed so far. */
    public long highest() {
        return highest;
    }
}
