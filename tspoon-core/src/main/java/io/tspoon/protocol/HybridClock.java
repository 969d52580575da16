/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The hybrid logical clock of one coordinator.
 *
 * <p>Invariant: a timestamp given is higher than every timestamp given or observed before, and ends
 * in the coordinator's index (see {@link Timestamps}). A wall clock that goes back or lags only
 * makes the counter run ahead; it never breaks the invariant. Confined to the thread of its owner.
 *
 * <p>Source: Kulkarni et al., "Logical Physical Clocks" (OPODIS 2014).
 */
public final class HybridClock {
    private final int coordinator;
    private final LongSupplier physical;
    private long highest = Timestamps.NONE;

    /**
     * @param coordinator index of the coordinator, 0 to {@link Timestamps#MAX_COORDINATORS} - 1
     * @param wallClockMs milliseconds since 1970
     */
    public HybridClock(int coordinator, LongSupplier wallClockMs) {
        this(() -> Timestamps.ofEpochMs(wallClockMs.getAsLong()), coordinator);
    }

    /**
     * A clock that knows fractions of milliseconds, too: then the ranges that several coordinators
     * give rarely interleave.
     *
     * @param coordinator index of the coordinator, 0 to {@link Timestamps#MAX_COORDINATORS} - 1
     * @param wallClock the time
     */
    public HybridClock(int coordinator, InstantSource wallClock) {
        this(() -> Timestamps.of(wallClock.instant()), coordinator);
    }

    private HybridClock(LongSupplier physical, int coordinator) {
        if (coordinator < 0 || coordinator >= Timestamps.MAX_COORDINATORS) {
            throw new IllegalArgumentException(
                    "Cannot create clock: coordinator index out of range, coordinator="
                            + coordinator
                            + ", limit="
                            + Timestamps.MAX_COORDINATORS);
        }
        this.coordinator = coordinator;
        this.physical = physical;
    }

    /** Gives one timestamp. */
    public long next() {
        return nextRange(1);
    }

    /**
     * Gives {@code count} timestamps at once: the returned one and those that follow it at a
     * distance of {@link Timestamps#STEP}.
     */
    public long nextRange(int count) {
        if (count < 1) {
            throw new IllegalArgumentException(
                    "Cannot give timestamps: count must be positive, count=" + count);
        }
        long successor = (highest | (Timestamps.STEP - 1)) + 1;
        long first = Math.max(successor, physical.getAsLong()) | coordinator;
        highest = first + (count - 1) * Timestamps.STEP;
        return first;
    }

    /** Moves the clock so that every later timestamp is higher than the given one. */
    public void observe(long timestamp) {
        highest = Math.max(highest, timestamp);
    }

    /** The highest timestamp given or observed. */
    public long highest() {
        return highest;
    }
}
