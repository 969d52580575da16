/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import io.tspoon.transaction.ExecutionTimestamp;

import org.apache.flink.annotation.Internal;

import java.time.Instant;

/**
 * The bit layout of the execution timestamps of one t-graph: 41 bits count milliseconds since
 * 2020-01-01T00:00:00Z, the 22 bits below them the fraction of the millisecond. The lowest bits of
 * the fraction name the coordinator; there are as many as the number of coordinators needs, at most
 * 10.
 *
 * <p>So timestamps are positive, unique among coordinators, and close to real time. A coordinator
 * counts on within the fraction. It has two million timestamps for each millisecond if there are
 * two coordinators, and 4,096 if there are 1,024, before it runs ahead of its wall clock. With up
 * to some dozens of coordinators, a round therefore spans less time than it takes to send it, and
 * the rounds of several coordinators rarely interleave (ADR 0021).
 *
 * <p>A run of a job starts its clocks above all timestamps that it restores, so an earlier run may
 * have had another number of coordinators.
 */
@Internal
public final class Timestamps {
    /** The highest number of coordinators of one t-graph. */
    public static final int MAX_COORDINATORS = 1 << 10;

    /** Smaller than every timestamp that a clock gives. */
    public static final long NONE = 0L;

    private static final int FRACTION_BITS = 22;
    private static final long MS_PER_SECOND = 1_000;

    /** 2020-01-01T00:00:00Z in milliseconds since 1970. */
    private static final long EPOCH_MS = 1_577_836_800_000L;

    private final int coordinatorMask;

    /**
     * @param coordinators number of coordinators of the t-graph, 1 to {@link #MAX_COORDINATORS}
     */
    public Timestamps(int coordinators) {
        if (coordinators < 1 || coordinators > MAX_COORDINATORS) {
            throw new IllegalArgumentException(
                    "[TSP-2502] Cannot lay out timestamps: number of coordinators out of range,"
                            + " coordinators="
                            + coordinators
                            + ", limit="
                            + MAX_COORDINATORS);
        }
        coordinatorMask =
                coordinators == 1 ? 0 : (Integer.highestOneBit(coordinators - 1) << 1) - 1;
    }

    /** The distance between two consecutive timestamps of one coordinator. */
    public long step() {
        return coordinatorMask + 1L;
    }

    /** The index of the coordinator that gave the timestamp. */
    public int coordinator(long timestamp) {
        return (int) timestamp & coordinatorMask;
    }

    /** The lowest timestamp of the coordinator that is not below the given one. */
    public long atOrAfter(long timestamp, int coordinator) {
        long own = (timestamp & -step()) | coordinator;
        return own < timestamp ? own + step() : own;
    }

    /** The timestamp's milliseconds since 1970. */
    public static long epochMs(long timestamp) {
        return (timestamp >>> FRACTION_BITS) + EPOCH_MS;
    }

    /**
     * The first timestamp of an instant; {@link #NONE} if the instant is before the epoch of
     * timestamps.
     */
    public static long of(Instant instant) {
        return instant.getEpochSecond() < EPOCH_MS / MS_PER_SECOND
                ? NONE
                : ExecutionTimestamp.of(instant).value();
    }

    /** The distance between timestamps that are given this many milliseconds apart. */
    public static long distance(long ms) {
        return ms << FRACTION_BITS;
    }

    /** The first timestamp of a millisecond since 1970. */
    public static long ofEpochMs(long epochMs) {
        return Math.max(0, epochMs - EPOCH_MS) << FRACTION_BITS;
    }
}
