/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.query.json.TimeFormat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import org.apache.flink.annotation.Internal;

import java.util.Map;

/**
 * The types of the keys and values of a state, as far as comparisons need them: which texts are
 * times.
 *
 * @param key schema of the keys
 * @param value schema of the values
 */
@Internal
public record EntryTypes(JsonNode key, JsonNode value) {
    /** For servers that only pass requests on. */
    public static final EntryTypes UNKNOWN =
            new EntryTypes(MissingNode.getInstance(), MissingNode.getInstance());

    /** The schema of a part of the entries; a missing node if it is not known. */
    JsonNode of(Path path) {
        JsonNode schema = path.ofKey() ? key : value;
        for (JsonPointer rest = path.within(); !rest.matches(); rest = rest.tail()) {
            JsonNode field = field(schema, rest.getMatchingProperty());
            schema =
                    field.isMissingNode() && rest.getMatchingIndex() >= 0
                            ? element(schema, rest.getMatchingIndex())
                            : field;
        }
        return schema;
    }

    /** The schema of a field of an object. */
    static JsonNode field(JsonNode schema, String name) {
        JsonNode field = schema.path("properties").path(name);
        return field.isMissingNode() ? schema.path("additionalProperties") : field;
    }

    /** The schema of an element of an array. */
    static JsonNode element(JsonNode schema, int index) {
        JsonNode first = schema.path("prefixItems");
        return index < first.size() ? first.path(index) : schema.path("items");
    }

    /** Whether a schema contains texts that are times. */
    static boolean haveTimes(JsonNode schema) {
        if (TimeFormat.of(schema) != null) {
            return true;
        }
        for (JsonNode child : schema) {
            if (child.isContainerNode() && haveTimes(child)) {
                return true;
            }
        }
        return false;
    }

    /** Refuses a constant that has anything but a time or null where the schema has a time. */
    static void requireTimes(JsonNode constant, JsonNode schema) {
        TimeFormat format = TimeFormat.of(schema);
        if (format != null) {
            boolean fits = constant.isTextual() && format.fits(constant.textValue());
            if (!fits && !constant.isNull()) {
                throw Fields.invalid(
                        "a constant is no "
                                + format.format()
                                + " like "
                                + format.example()
                                + ", constant="
                                + Fields.shortened(constant.toString()));
            }
        } else if (constant.isArray()) {
            for (int i = 0; i < constant.size(); i++) {
                requireTimes(constant.path(i), element(schema, i));
            }
        } else if (constant.isObject()) {
            for (Map.Entry<String, JsonNode> part : constant.properties()) {
                requireTimes(part.getValue(), field(schema, part.getKey()));
            }
        }
    }
}
