/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A place for one value. Numbers are kept without their boxes: a box is one more place in memory to
 * wait for, and a reference from an old object to a young one, which costs the collector. For the
 * same reasons a {@link ContentValue} that was {@linkplain #keep kept} is this cell's own.
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

    /** Sets the value, not a copy of it. */
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

    /** Sets the value for long: one that consists of contents is copied. */
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

    @SuppressWarnings("unchecked") // all values of a cell are of the same type
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
        if (content != mark) { // a store of a reference costs much more than reading it
            content = mark;
        }
    }

    /** Loads the cell ({@link io.tspoon.protocol}). */
    final long prefetchCell() {
        return content == null ? 0 : 1;
    }

    /** Loads as much of the value as is known here: all of a number, and of contents. */
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
