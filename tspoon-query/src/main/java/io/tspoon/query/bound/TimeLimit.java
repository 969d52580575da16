/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.bound;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import org.apache.flink.annotation.Internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The time at which a request has to be finished.
 *
 * @param nanos the deadline as {@link System#nanoTime} counts
 */
@Internal
public record TimeLimit(long nanos) {
    /** Ends so many milliseconds from now. */
    public static TimeLimit ofMs(long timeoutMs) {
        return new TimeLimit(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs));
    }

    /** The milliseconds that are left; fails if there are none. */
    public long leftMs() {
        return checked(TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime()));
    }

    /** The time that is left; fails if there is none. */
    public Duration left() {
        return Duration.ofNanos(checked(nanos - System.nanoTime()));
    }

    private static long checked(long left) {
        if (left <= 0) {
            throw new QueryException(
                    FailureReason.TIMEOUT,
                    "[TSP-4200] Cannot answer: it took longer than the timeout.");
        }
        return left;
    }
}
