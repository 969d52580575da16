/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

import java.time.Instant;

/**
 * The position of one attempt in the serial order of its t-graph.
 *
 * <p>At {@link IsolationLevel#PL3}, running all transactions one by one in the order of the
 * timestamps of their deciding attempts gives the same outcomes and the same state.
 *
 * <p>The upper 41 bits are milliseconds since 2020-01-01T00:00:00Z, the lower 22 bits the fraction
 * of the millisecond. The time is close to the one at which the attempt began, by the clocks of the
 * machines that run the coordinators. A coordinator's next timestamp is higher than all that it has
 * heard of. So a timestamp may be ahead of its machine's clock: by as much as another machine's
 * clock is ahead, or as a clock was set back.
 *
 * @param value a positive 64-bit hybrid logical clock reading, unique within the t-graph; another
 *     t-graph of the job may have the same
 */
@PublicEvolving
public record ExecutionTimestamp(long value) implements Comparable<ExecutionTimestamp> {
    private static final int FRACTION_BITS = 22;
    private static final long FRACTION_MASK = (1L << FRACTION_BITS) - 1;
    private static final long MS_PER_SECOND = 1_000;
    private static final long NANOS_PER_MS = 1_000_000;

    private static final Instant FIRST = Instant.parse("2020-01-01T00:00:00Z");

    /** The first second that 41 bits of milliseconds do not wholly cover. */
    private static final Instant END = FIRST.plusSeconds((1L << 41) / MS_PER_SECOND);

    /**
     * Returns the first timestamp of an instant, exact to the nanosecond. A snapshot at this
     * timestamp shows what was executed before the instant.
     *
     * @param instant from 2020-01-01T00:00:00Z on, and before September 2089
     * @throws IllegalArgumentException if the instant is out of this range
     */
    public static ExecutionTimestamp of(Instant instant) {
        if (instant.isBefore(FIRST) || !instant.isBefore(END)) {
            throw new IllegalArgumentException(
                    "[TSP-2700] Cannot make timestamp: the instant is out of range, instant="
                            + instant
                            + ", from="
                            + FIRST
                            + ", before="
                            + END
                            + ".");
        }
        long ms =
                (instant.getEpochSecond() - FIRST.getEpochSecond()) * MS_PER_SECOND
                        + instant.getNano() / NANOS_PER_MS;
        // Rounded up: one before would be of the nanosecond before.
        long fraction =
                ((instant.getNano() % NANOS_PER_MS << FRACTION_BITS) + NANOS_PER_MS - 1)
                        / NANOS_PER_MS;
        return new ExecutionTimestamp((ms << FRACTION_BITS) | fraction);
    }

    /**
     * Returns the time of this timestamp, truncated to nanoseconds; {@code of(instant).instant()}
     * equals {@code instant}. A value of 0 stands for no timestamp and gives the start of 2020.
     */
    public Instant instant() {
        long ms = value >>> FRACTION_BITS;
        long nanos = ((value & FRACTION_MASK) * NANOS_PER_MS) >> FRACTION_BITS;
        return FIRST.plusMillis(ms).plusNanos(nanos);
    }

    @Override
    public int compareTo(ExecutionTimestamp other) {
        return Long.compare(value, other.value);
    }

    /** The digits of the value, which a query takes as {@code after} or {@code at}. */
    @Override
    public String toString() {
        return Long.toString(value);
    }
}
