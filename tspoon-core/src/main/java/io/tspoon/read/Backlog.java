/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.function.BinaryOperator;

/**
 * What waits at coordinators before it is executed, besides elements of streams.
 *
 * @param batches null if elements do not come in batches
 * @param triggered transactions that were triggered and have not begun; null if none can be
 */
@Internal
public record Backlog(@Nullable Batches batches, @Nullable Integer triggered) {
    /** Of a t-graph without batches and triggers. */
    public static final Backlog NONE = new Backlog(null, null);

    /**
     * Batches that wait for more of their elements, or for room.
     *
     * @param pending their number
     * @param oldestMs how long the oldest of them waits, in milliseconds; 0 if there is none
     */
    @Internal
    public record Batches(int pending, long oldestMs) {
        Batches and(Batches other) {
            return new Batches(pending + other.pending, Math.max(oldestMs, other.oldestMs));
        }
    }

    /** This and what waits elsewhere. */
    public Backlog and(Backlog other) {
        return new Backlog(
                both(batches, other.batches, Batches::and),
                both(triggered, other.triggered, Integer::sum));
    }

    private static <T> @Nullable T both(@Nullable T one, @Nullable T other, BinaryOperator<T> sum) {
        if (one == null) {
            return other;
        }
        return other == null ? one : sum.apply(one, other);
    }
}
