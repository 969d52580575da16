/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.jspecify.annotations.Nullable;

import java.util.Set;

/**
 * Converts the types that nearly all keys have, with the same result as Jackson, but without a
 * generator and a parser for each value: a scan converts millions of them.
 */
final class Scalars {
    private static final Set<Class<?>> CLASSES =
            Set.of(String.class, Long.class, Integer.class, Boolean.class);

    private Scalars() {}

    static boolean contain(Class<?> type) {
        return CLASSES.contains(type);
    }

    static JsonNode toJson(Object value) {
        if (value instanceof String text) {
            return TextNode.valueOf(text);
        }
        if (value instanceof Long number) {
            return LongNode.valueOf(number);
        }
        return value instanceof Integer number
                ? IntNode.valueOf(number)
                : BooleanNode.valueOf((Boolean) value);
    }

    /** The value if the JSON has exactly this type; null to leave the decision to Jackson. */
    static @Nullable Object fromJson(JsonNode json, Class<?> type) {
        if (type == String.class) {
            return json.textValue();
        }
        if (type == Boolean.class) {
            return json.isBoolean() ? json.booleanValue() : null;
        }
        if (!json.isIntegralNumber()) {
            return null;
        }
        if (type == Long.class) {
            return json.canConvertToLong() ? (Object) json.longValue() : null;
        }
        return json.canConvertToInt() ? (Object) json.intValue() : null;
    }
}
