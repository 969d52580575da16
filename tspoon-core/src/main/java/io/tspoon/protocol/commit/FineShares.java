/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import java.util.Arrays;

/**
 * Adds up the shares of an attempt that are finer than those of level 0, see {@link Weight}. Adds
 * exactly, in a number of as many digits as there are levels.
 */
final class FineShares {
    private static final long DIGIT = (1L << Weight.STEP_BITS) - 1;

    /** By level: the units that do not make up one of the level before. */
    private long[] digits = new long[8];

    /**
     * Adds a share, and returns how many units of level 0 the shares have become since the last
     * call.
     */
    long add(long share) {
        int level = Weight.level(share);
        if (level >= digits.length) {
            digits = Arrays.copyOf(digits, Math.max(level + 1, 2 * digits.length));
        }
        long carried = Weight.units(share);
        for (; level > 0 && carried > 0; level--) {
            long sum = digits[level] + carried;
            digits[level] = sum & DIGIT;
            carried = sum >>> Weight.STEP_BITS;
        }
        return carried;
    }
}
