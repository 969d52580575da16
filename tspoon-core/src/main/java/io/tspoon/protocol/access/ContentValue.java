/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import org.apache.flink.annotation.Internal;

/**
 * A value that is stored by its contents. Each version owns one object, and installing a value
 * copies its contents into that object. So an old record does not get a reference to a young
 * object.
 *
 * <p>A value that a record returns changes with the record, so callers must not keep it.
 *
 * @param <T> the type itself
 */
@Internal
public abstract class ContentValue<T extends ContentValue<T>> {
    /** A new value with the same contents. */
    public abstract T copy();

    /** Copies the contents of another value of the same type into this one. */
    public abstract void take(T other);

    /** Loads the contents into the cache ({@link io.tspoon.protocol}). */
    public abstract long prefetch();
}
