/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * Estimates the size of an instance's values from those read lately, so that a slice does not take
 * too much memory. The size of a value is that of its JSON; as an object it may be several times as
 * large.
 *
 * <p>The estimate is the mean of about the last {@value #WINDOW} values. So a few large values
 * among small ones do not slow down all reads, and after a slice of large values the next slice is
 * short. Until a value has been read values count as large. Any thread may use it.
 */
final class ValueSizes {
    /** Maximum size of a slice. */
    static final long SLICE_BYTES = 4L << 20;

    /**
     * Maximum number of keys of a slice. More keys would save nothing: each slice waits only once
     * behind transactions.
     */
    static final int MAX_KEYS = 4_096;

    /** Number of keys of the first slice. */
    static final int FIRST_KEYS = 64;

    private static final int WINDOW = 64;

    /** Weight of the initial assumption, in values. */
    private static final int FIRST_WEIGHT = 8;

    @GuardedBy("this")
    private double mean = (double) SLICE_BYTES / FIRST_KEYS;

    @GuardedBy("this")
    private int weight = FIRST_WEIGHT;

    /** How many values to read for so many bytes, which must not exceed those of a slice. */
    synchronized int keys(long bytes) {
        return (int) Math.max(1, Math.min(MAX_KEYS, bytes / mean));
    }

    /** Takes note of values that were read; keys without a value do not count. */
    synchronized void note(int values, long bytes) {
        if (values > 0) {
            mean = (mean * weight + bytes) / (weight + values);
            weight = Math.min(WINDOW, weight + values);
        }
    }
}
