/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * A part of an entry: its key or its value, or what lies inside, by the names of the JSON.
 *
 * <p>A comparison with a part that is absent or of another JSON type is false, but for {@link #ne}.
 * Times are compared by time where the schema of the state says that the part is one; a constant
 * that is none is refused then.
 *
 * @param pointer JSON Pointer (RFC 6901) into {@code {"key": ..., "value": ...}}
 */
public record Field(String pointer) {
    public Field {
        Objects.requireNonNull(pointer);
        if (!pointer.matches("/(key|value)(/.*)?")) {
            throw new IllegalArgumentException(
                    "Cannot point to a part of an entry: it begins with neither /key nor /value,"
                            + " pointer="
                            + pointer
                            + ". Use Field.key(...) or Field.value(...).");
        }
    }

    /** The key, or a part of it; numbers count the elements of arrays from 0. */
    public static Field key(String... path) {
        return new Field(join("/key", path));
    }

    /** The value, or a part of it; numbers count the elements of arrays from 0. */
    public static Field value(String... path) {
        return new Field(join("/value", path));
    }

    /** Equals. */
    public Filter eq(Object other) {
        return compare("eq", other);
    }

    /** Does not equal. */
    public Filter ne(Object other) {
        return compare("ne", other);
    }

    /** Is less than. */
    public Filter lt(Object other) {
        return compare("lt", other);
    }

    /** Is at most. */
    public Filter le(Object other) {
        return compare("le", other);
    }

    /** Is greater than. */
    public Filter gt(Object other) {
        return compare("gt", other);
    }

    /** Is at least. */
    public Filter ge(Object other) {
        return compare("ge", other);
    }

    /** Is one of these. */
    public Filter in(Collection<?> others) {
        return compare("in", List.copyOf(others));
    }

    /** Is a text that begins with this one. */
    public Filter prefix(String beginning) {
        return compare("prefix", beginning);
    }

    /** Is a text with this part, or an array with this element. */
    public Filter contains(Object part) {
        return compare("contains", part);
    }

    /** Is there. */
    public Filter exists() {
        return compare("exists", true);
    }

    private Filter compare(String op, Object other) {
        return new Filter.Comparison(this, op, Objects.requireNonNull(other));
    }

    private static String join(String root, String... path) {
        StringBuilder pointer = new StringBuilder(root);
        for (String name : path) {
            pointer.append('/').append(name.replace("~", "~0").replace("/", "~1"));
        }
        return pointer.toString();
    }
}
