/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.request.When;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The time at which a request has to be finished.
 *
 * @param nanos the deadline as {@link System#nanoTime} counts
 */
record Deadline(long nanos) {
    static Deadline of(When when) {
        return new Deadline(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(when.timeoutMs()));
    }

    /** The milliseconds that are left; fails if there are none. */
    long leftMs() {
        return checked(TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime()));
    }

    /** The time that is left; fails if there is none. */
    Duration left() {
        return Duration.ofNanos(checked(nanos - System.nanoTime()));
    }

    private static long checked(long left) {
        if (left <= 0) {
            throw new QueryException(
                    FailureReason.TIMEOUT, "Cannot answer: it took longer than the timeout.");
        }
        return left;
    }
}
