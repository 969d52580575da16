/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.transaction.ExecutionTimestamp;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The fields of a JSON object in a request. Refuses whatever is not expected, and says where it is.
 */
@Internal
public final class Fields {
    private static final Pattern TOKEN = Pattern.compile("[0-9]{1,19}");

    /** As the OpenAPI document has it, but for the lengths of months. */
    private static final Pattern TIME =
            Pattern.compile(
                    "20(?:[2-7][0-9]|8[0-8])-[0-9]{2}-[0-9]{2}"
                            + "T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?Z");

    private final String where;
    private final JsonNode json;

    private Fields(String where, JsonNode json) {
        this.where = where;
        this.json = json;
    }

    /**
     * @param where place of the object in the request, for messages
     * @param known names of all fields that the object may have
     * @throws QueryException if it is not an object or has another field
     */
    public static Fields of(String where, JsonNode json, Set<String> known) {
        if (!json.isObject()) {
            throw invalid(where + " is no JSON object");
        }
        for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                throw invalid(where + " has an unknown field, field=" + shortened(name));
            }
        }
        return new Fields(where, json);
    }

    public @Nullable JsonNode node(String name) {
        return json.get(name);
    }

    public JsonNode required(String name) {
        JsonNode node = json.get(name);
        if (node == null) {
            throw invalid(where + " lacks a field, field=" + name);
        }
        return node;
    }

    public String text(String name) {
        JsonNode node = required(name);
        if (!node.isTextual()) {
            throw wrong(name, "a text");
        }
        return node.textValue();
    }

    public String text(String name, String otherwise) {
        return json.has(name) ? text(name) : otherwise;
    }

    public boolean flag(String name, boolean otherwise) {
        JsonNode node = json.get(name);
        if (node == null) {
            return otherwise;
        }
        if (!node.isBoolean()) {
            throw wrong(name, "true or false");
        }
        return node.booleanValue();
    }

    /** A number from 1 to the given maximum. */
    public int count(String name, int otherwise, int highest) {
        long value = number(name, otherwise);
        if (value < 1 || value > highest) {
            throw wrong(name, "between 1 and " + highest);
        }
        return (int) value;
    }

    public long number(String name, long otherwise) {
        JsonNode node = json.get(name);
        if (node == null) {
            return otherwise;
        }
        try {
            if (node.isNumber()) {
                return node.decimalValue().longValueExact(); // JSON has one kind of numbers
            }
        } catch (ArithmeticException e) {
            // Falls through to the message.
        }
        throw wrong(name, "a whole number");
    }

    /** A timestamp; {@code absent} if there is no such field. */
    public long timestamp(String name, long absent) {
        return json.has(name) ? timestamp(name, text(name)) : absent;
    }

    /** A timestamp given in digits, or the first timestamp of a time. */
    static long timestamp(String name, String text) {
        try {
            if (TOKEN.matcher(text).matches()) {
                return Long.parseLong(text);
            }
            if (TIME.matcher(text).matches()) {
                return ExecutionTimestamp.of(Instant.parse(text)).value();
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            // Too large for 63 bits, or not a valid time.
        }
        throw new QueryException(
                FailureReason.INVALID_TOKEN,
                "[TSP-4001] Cannot read timestamp: it is no number of at most 63 bits, nor a time"
                        + " from 2020 to 2088 such as 2026-01-31T10:00:00Z, "
                        + name
                        + "="
                        + shortened(text)
                        + ".");
    }

    public <T> List<T> list(String name, Function<JsonNode, T> element) {
        JsonNode node = required(name);
        if (!node.isArray()) {
            throw wrong(name, "an array");
        }
        List<T> elements = new ArrayList<>(node.size());
        for (JsonNode child : node) {
            elements.add(element.apply(child));
        }
        return elements;
    }

    private QueryException wrong(String name, String expected) {
        return invalid(where + " has a field that is not " + expected + ", field=" + name);
    }

    static QueryException invalid(String why) {
        return new QueryException(
                FailureReason.INVALID_REQUEST, "[TSP-4000] Cannot read request: " + why + ".");
    }

    static String shortened(String text) {
        return text.length() > 100 ? text.substring(0, 100) + "..." : text;
    }
}
