/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A place for one value. Numbers are kept without their boxes: a box is one more place in memory to
 * wait for, and a reference from an old object to a young one, which costs the collector.
 *
 * @param <V> value type; null stands for "no value"
 */
abstract class ValueCell<V> {
    private static final Object LONG = new Object();
    private static final Object DOUBLE = new Object();
    private static final Object INTEGER = new Object();

    /** The value, or one of the marks above for a number that is in {@link #bits}. */
    private @Nullable Object content;

    private long bits;

    /** The value; a number may have another box than the one that was set. */
    @SuppressWarnings("unchecked") // only values of this type are set
    final @Nullable V value() {
        Object set = content;
        if (set == LONG) {
            return (V) (Object) bits;
        }
        if (set == DOUBLE) {
            return (V) (Object) Double.longBitsToDouble(bits);
        }
        if (set == INTEGER) {
            return (V) (Object) (int) bits;
        }
        return (V) set;
    }

    final void value(@Nullable V value) {
        if (value instanceof Long number) {
            set(LONG, number);
        } else if (value instanceof Double number) {
            set(DOUBLE, Double.doubleToRawLongBits(number));
        } else if (value instanceof Integer number) {
            set(INTEGER, number);
        } else {
            content = value;
        }
    }

    /** Takes over the value of another cell. */
    final void copy(ValueCell<V> other) {
        set(other.content, other.bits);
    }

    private void set(@Nullable Object mark, long number) {
        bits = number;
        if (content != mark) { // a store of a reference costs much more than reading it
            content = mark;
        }
    }

    /** Loads the cell ({@link io.tspoon.protocol}). */
    final long prefetchCell() {
        return content == null ? 0 : 1;
    }

    /** Loads as much of the value as is known here: all of a number. */
    final long prefetchValue() {
        Object set = content;
        if (set == null || set == LONG || set == DOUBLE || set == INTEGER) {
            return bits;
        }
        return set.getClass() == ValueCell.class ? 1 : 0;
    }
}
