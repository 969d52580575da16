/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import io.tspoon.protocol.ProtocolException;

import org.apache.flink.annotation.Internal;

/**
 * The weight that tells the close operator when it has received everything of an attempt.
 *
 * <p>An element that enters carries {@link #WHOLE}. An operator that turns an element into several
 * divides the element's share among them; an operator that drops an element forwards its share to
 * the close operator. The shares that arrive there add up to the whole exactly when nothing of the
 * attempt is under way any more, in whatever order they arrive.
 *
 * <p>A share that has fewer units than there are children is divided in <em>finer</em> units, of
 * which {@code 2^16} make up one of the units before, and so on: so there is always something to
 * divide (ADR 0029). A positive share counts units of which {@link #WHOLE} are the whole, and has
 * level 0. A negative one is finer:
 *
 * <pre>
 *  bits    field
 *  63      1
 *  62-48   level, from 1; one unit of a level is 2^16 units of the next one
 *  47-0    units, at least 1
 * </pre>
 *
 * <p>Up to its number of units minus 1 may be subtracted from a share of any level.
 */
@Internal
public final class Weight {
    /** The weight of one whole attempt. */
    public static final long WHOLE = 1L << 62;

    /** What {@link #plus} gives if a share is finer than those of level 0. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** Binary logarithm of the units of a level that make up one of the level before. */
    static final int STEP_BITS = 16;

    private static final int UNIT_BITS = 48;
    private static final long UNITS = (1L << UNIT_BITS) - 1;

    /** Deeper than any job: 16,000 operators in a row that emit 2^31 elements each. */
    private static final int MAX_LEVEL = (1 << (Long.SIZE - 1 - UNIT_BITS)) - 1;

    private Weight() {}

    /** The same weight in units that are fine enough to give each of {@code count} children one. */
    public static long divisible(long weight, int count) {
        return weight >= count ? weight : finer(weight, count);
    }

    private static long finer(long weight, int count) {
        int level = level(weight);
        long units = units(weight);
        if (units == 0) {
            throw new ProtocolException(
                    "[TSP-2500] Cannot divide weight: it is 0, children=" + count);
        }
        while (units < count) { // an int, so the units stay below 2^47
            units <<= STEP_BITS;
            level++;
        }
        if (level > MAX_LEVEL) {
            throw new ProtocolException(
                    "[TSP-2501] Cannot divide weight: too many operators in a row, level=" + level);
        }
        return level == 0 ? units : Long.MIN_VALUE | (long) level << UNIT_BITS | units;
    }

    /** The share of the {@code index}-th of {@code count} children of an element. */
    public static long share(long weight, int count, int index) {
        long divisible = divisible(weight, count);
        if (count == 1) {
            return divisible; // skips the division, which would take longer than all the rest
        }
        long units = units(divisible);
        long share = units / count;
        return index == 0 ? divisible - share * (count - 1) : divisible - units + share;
    }

    /** One unit of the level of a weight. */
    public static long least(long weight) {
        return weight > 0 ? 1 : weight - units(weight) + 1;
    }

    /**
     * Adds a share to a sum; {@link #UNKNOWN} if one of them is finer than level 0. So the sum is
     * {@link #WHOLE} only if the shares are the whole.
     */
    public static long plus(long sum, long share) {
        return (sum | share) < 0 ? UNKNOWN : sum + share;
    }

    static int level(long weight) {
        return weight < 0 ? (int) (weight >>> UNIT_BITS) & MAX_LEVEL : 0;
    }

    static long units(long weight) {
        return weight < 0 ? weight & UNITS : weight;
    }
}
