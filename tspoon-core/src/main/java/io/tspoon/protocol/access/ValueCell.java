/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import org.jspecify.annotations.Nullable;

/**
 * A memory cell for one value.
 *
 * <p>Numbers are stored without their boxes. A box would be one more place in memory to wait for,
 * and a reference from an old object to a young one, which costs the garbage collector. For the
 * same reasons a cell has its own copy of a {@link ContentValue} that was {@linkplain #keep kept}.
 * Measurements: ADR 0007.
 */
abstract class ValueCell<V> {
    private static final Object LONG = new Object();
    private static final Object DOUBLE = new Object();
    private static final Object INTEGER = new Object();

    /** The value, or one of the marks above if the value is a number in {@link #bits}. */
    private @Nullable Object content;

    private long bits;

    /** The value. A number may be in another box than the one that was set. */
    @SuppressWarnings("unchecked") // only values of type V are set
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

    /** Sets the value itself, not a copy of it. */
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

    /** Sets the value for a long time: a {@link ContentValue} is copied. */
    final void keep(@Nullable V value) {
        if (value instanceof ContentValue<?> contents) {
            keepContents(contents);
        } else {
            value(value);
        }
    }

    /** Keeps the value of another cell. */
    final void keepThatOf(ValueCell<V> other) {
        if (other.content instanceof ContentValue<?> contents) {
            keepContents(contents);
        } else {
            set(other.content, other.bits);
        }
    }

    @SuppressWarnings("unchecked") // all values of a cell have the same type
    private <T extends ContentValue<T>> void keepContents(ContentValue<?> contents) {
        T kept = (T) contents;
        if (content == kept) {
            return;
        }
        if (content instanceof ContentValue<?> own) {
            ((T) own).take(kept);
        } else {
            content = kept.copy();
        }
    }

    private void set(@Nullable Object mark, long number) {
        bits = number;
        if (content != mark) { // storing a reference costs much more than reading it
            content = mark;
        }
    }

    /** Loads the cell into the cache ({@link io.tspoon.protocol}). */
    final long prefetchCell() {
        return content == null ? 0 : 1;
    }

    /**
     * Loads the value into the cache as far as it is known here: all of a number or a {@link
     * ContentValue}.
     */
    final long prefetchValue() {
        Object set = content;
        if (set == null || set == LONG || set == DOUBLE || set == INTEGER) {
            return bits;
        }
        if (set instanceof ContentValue<?> contents) {
            return contents.prefetch();
        }
        return set.getClass() == ValueCell.class ? 1 : 0;
    }
}
