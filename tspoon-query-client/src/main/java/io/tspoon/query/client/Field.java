/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import org.apache.flink.annotation.PublicEvolving;

import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * A part of an entry: its key or value, or something inside them, by the names in the JSON.
 *
 * <p>A comparison with a part that is absent or of another JSON type is false, except for {@link
 * #ne}. If the state's schema says that the part is a time, parts are compared by time, and a
 * constant that is not a time is refused.
 *
 * @param pointer JSON Pointer (RFC 6901) into {@code {"key": ..., "value": ...}}
 */
@PublicEvolving
public record Field(String pointer) {
    public Field {
        Objects.requireNonNull(pointer);
        if (!pointer.matches("/(key|value)(/.*)?")) {
            throw new IllegalArgumentException(
                    "[TSP-5100] Cannot point to a part of an entry: it begins with neither /key nor"
                            + " /value, pointer="
                            + pointer
                            + ". Use Field.key(...) or Field.value(...).");
        }
    }

    /** Returns the key, or a part of it; numbers in the path index arrays from 0. */
    public static Field key(String... path) {
        return new Field(join("/key", path));
    }

    /** Returns the value, or a part of it; numbers in the path index arrays from 0. */
    public static Field value(String... path) {
        return new Field(join("/value", path));
    }

    /** The part equals the constant. */
    public Filter eq(Object other) {
        return compare("eq", other);
    }

    /** The part does not equal the constant. */
    public Filter ne(Object other) {
        return compare("ne", other);
    }

    /** The part is less than the constant. */
    public Filter lt(Object other) {
        return compare("lt", other);
    }

    /** The part is at most the constant. */
    public Filter le(Object other) {
        return compare("le", other);
    }

    /** The part is greater than the constant. */
    public Filter gt(Object other) {
        return compare("gt", other);
    }

    /** The part is at least the constant. */
    public Filter ge(Object other) {
        return compare("ge", other);
    }

    /** The part equals one of the constants. */
    public Filter in(Collection<?> others) {
        return compare("in", List.copyOf(others));
    }

    /** The part is a text that begins with this one. */
    public Filter prefix(String beginning) {
        return compare("prefix", beginning);
    }

    /** The part is a text that contains this one, or an array with this element. */
    public Filter contains(Object part) {
        return compare("contains", part);
    }

    /** The part exists. */
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
