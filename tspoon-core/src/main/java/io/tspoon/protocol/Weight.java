/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/**
 * The weight that tells the close operator when it has received everything of an attempt.
 *
 * <p>An element that enters carries {@link #WHOLE}. An operator that turns an element into several
 * divides the element's share among them; an operator that drops an element forwards its share to
 * the close operator. The shares that arrive there add up to the whole exactly when nothing of the
 * attempt is under way any more, in whatever order they arrive.
 */
public final class Weight {
    /** The weight of one whole attempt. */
    public static final long WHOLE = 1L << 62;

    private Weight() {}

    /**
     * The share of the {@code index}-th of {@code count} children of an element.
     *
     * @throws ProtocolException if the share is too small to be divided that often
     */
    public static long share(long weight, int count, int index) {
        if (count == 1 && weight > 0) {
            return weight; // skips the division, which would take longer than all the rest
        }
        long share = weight / count;
        if (share <= 0) {
            throw new ProtocolException(
                    "Cannot divide transaction: it fans out too widely over too many operators in"
                            + " a row, share="
                            + weight
                            + ", children="
                            + count
                            + ". Fan out to fewer elements, or split the input element into"
                            + " several transactions.");
        }
        return index == 0 ? weight - share * (count - 1) : share;
    }
}
