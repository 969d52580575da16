/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

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
                batches == null || other.batches == null
                        ? (batches == null ? other.batches : batches)
                        : batches.and(other.batches),
                triggered == null || other.triggered == null
                        ? (triggered == null ? other.triggered : triggered)
                        : Integer.valueOf(triggered + other.triggered));
    }
}
