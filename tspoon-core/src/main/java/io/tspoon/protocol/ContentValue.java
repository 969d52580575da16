/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/**
 * A value that every version keeps for itself, by its contents: what is installed is copied into
 * the place of what was there. So a record, which is old, refers to nothing new for it.
 *
 * <p>Whoever asks a record for such a value sees it change with the record, and must not keep it.
 *
 * @param <T> the type itself
 */
public abstract class ContentValue<T extends ContentValue<T>> {
    /** A value of its own with the same contents. */
    public abstract T copy();

    /** Takes over the contents of another value, which is of the same type. */
    public abstract void take(T other);

    /** Loads the contents ({@link io.tspoon.protocol}). */
    public abstract long prefetch();
}
