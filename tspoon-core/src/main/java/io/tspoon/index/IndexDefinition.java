/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.index;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;

/**
 * Describes an index of a state.
 *
 * @param name unique in the state
 * @param pointer JSON pointer to what it is about, in an entry with {@code key} and {@code value}
 * @param kind what kind of part that is
 * @param part gives it
 */
@Internal
public record IndexDefinition(String name, String pointer, IndexKind kind, Part part)
        implements Serializable {
    /** Gives the part of an entry that an index is about. */
    @FunctionalInterface
    public interface Part extends Serializable {
        @Nullable Object of(Object key, Object value);
    }

    /** The part of an entry, in the form in which an index keeps it. */
    public Object of(Object key, Object value) {
        return kind.form(part.of(key, value));
    }
}
