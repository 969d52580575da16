/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import java.time.Instant;

/**
 * The bit layout of execution timestamps: 41 bits of milliseconds since 2020-01-01T00:00:00Z, 12
 * bits of a counter, which goes on from the fraction of the millisecond, 10 bits of the
 * coordinator's index.
 *
 * <p>So timestamps are positive, unique among coordinators, close to real time, and one coordinator
 * has 4,096 of them for each millisecond before it runs ahead of its wall clock.
 */
public final class Timestamps {
    /** Bits that name the coordinator. */
    public static final int COORDINATOR_BITS = 10;

    /** The highest number of coordinators of one t-graph. */
    public static final int MAX_COORDINATORS = 1 << COORDINATOR_BITS;

    /** Distance of two consecutive timestamps of one coordinator. */
    public static final long STEP = 1L << COORDINATOR_BITS;

    /** Smaller than every timestamp that a clock gives. */
    public static final long NONE = 0L;

    static final int COUNTER_BITS = 12;
    static final int PHYSICAL_SHIFT = COUNTER_BITS + COORDINATOR_BITS;

    private static final long MS_PER_SECOND = 1_000;
    private static final long NANOS_PER_MS = 1_000_000;

    /** 2020-01-01T00:00:00Z in milliseconds since 1970. */
    static final long EPOCH_MS = 1_577_836_800_000L;

    private Timestamps() {}

    /** The index of the coordinator that gave the timestamp. */
    public static int coordinator(long timestamp) {
        return (int) timestamp & (MAX_COORDINATORS - 1);
    }

    /** The physical part as milliseconds since 1970. */
    public static long epochMs(long timestamp) {
        return (timestamp >>> PHYSICAL_SHIFT) + EPOCH_MS;
    }

    /** The first timestamp of an instant, which counts to a 4,096th of a millisecond. */
    static long of(Instant instant) {
        long epochMs = instant.getEpochSecond() * MS_PER_SECOND + instant.getNano() / NANOS_PER_MS;
        long fraction = (instant.getNano() % NANOS_PER_MS << COUNTER_BITS) / NANOS_PER_MS;
        return ofEpochMs(epochMs) | fraction << COORDINATOR_BITS;
    }

    /** The first timestamp of a millisecond since 1970. */
    public static long ofEpochMs(long epochMs) {
        return Math.max(0, epochMs - EPOCH_MS) << PHYSICAL_SHIFT;
    }
}
