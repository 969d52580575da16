/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import org.apache.flink.annotation.Internal;

/**
 * The places of the states that an access has written, as bits: those that were written in the
 * lower half of a long, those among them that were deleted in the upper half.
 */
@Internal
public final class WrittenPlaces {
    private WrittenPlaces() {}

    /**
     * @param deleted a bit for each state; only those that are also in {@code written} count
     */
    static long of(int written, int deleted) {
        return (long) deleted << Integer.SIZE | Integer.toUnsignedLong(written);
    }

    /** The first place that was written; {@link Integer#SIZE} if there is none. */
    public static int first(long places) {
        return Integer.numberOfTrailingZeros((int) places);
    }

    /** The places behind the first one. */
    public static long further(long places) {
        return places & (places - 1);
    }

    public static boolean isDeleted(long places, int place) {
        return ((places >>> (Integer.SIZE + place)) & 1) != 0;
    }

    /** Whether no place is left. */
    public static boolean isEmpty(long places) {
        return (int) places == 0;
    }
}
