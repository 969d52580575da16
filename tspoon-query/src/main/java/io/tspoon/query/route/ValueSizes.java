/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

/**
 * How large the values of an instance have been lately, so that no more of them are read at once
 * than may be in memory. A value's size is that of its JSON; as an object it may take several times
 * as much.
 *
 * <p>It is the mean of the last {@value #WINDOW} values or so: single large ones among small ones
 * do not make all reads slower, and after a slice of large ones the next is a short one. Before
 * anything is known values count as large. Any thread may use it.
 */
final class ValueSizes {
    /** What a slice is to have at most. */
    static final long SLICE_BYTES = 4L << 20;

    /** More keys would not save anything: each slice waits behind transactions once. */
    static final int MAX_KEYS = 4_096;

    /** Of the first slice. */
    static final int FIRST_KEYS = 64;

    private static final int WINDOW = 64;

    /** What the assumption before the first slice counts, in values. */
    private static final int FIRST_WEIGHT = 8;

    private double mean = (double) SLICE_BYTES / FIRST_KEYS;
    private int weight = FIRST_WEIGHT;

    /** How many values are to be read for so many bytes, which are no more than a slice's. */
    synchronized int keys(long bytes) {
        return (int) Math.max(1, Math.min(MAX_KEYS, bytes / mean));
    }

    /** Values were read; keys without one say nothing. */
    synchronized void note(int values, long bytes) {
        if (values > 0) {
            mean = (mean * weight + bytes) / (weight + values);
            weight = Math.min(WINDOW, weight + values);
        }
    }
}
