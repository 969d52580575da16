/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The parts of values to return: an object whose fields are named after the last name of each part.
 */
@Internal
public final class Projection {
    /** Returns whole values. */
    public static final Projection WHOLE = new Projection(null);

    private static final int MAX_PARTS = 1_000;

    private final @Nullable List<Path> parts;

    private Projection(@Nullable List<Path> parts) {
        this.parts = parts;
    }

    /** Reads the field {@code project}. */
    public static Projection of(Fields fields) {
        if (fields.node("project") == null) {
            return WHOLE;
        }
        List<Path> parts = fields.list("project", Projection::path);
        Set<String> names = new HashSet<>();
        for (Path part : parts) {
            if (!names.add(part.name())) {
                throw Fields.invalid("project has two parts of one name, name=" + part.name());
            }
        }
        if (parts.isEmpty() || parts.size() > MAX_PARTS) {
            throw Fields.invalid("project has no parts, or too many");
        }
        return new Projection(parts);
    }

    /** The projection of a value. Leaves out parts that the value does not have. */
    public JsonNode apply(JsonNode key, JsonNode value) {
        if (parts == null || value.isNull()) {
            return value;
        }
        ObjectNode projected = JsonNodeFactory.instance.objectNode();
        for (Path path : parts) {
            JsonNode part = path.in(key, value);
            if (!part.isMissingNode()) {
                projected.set(path.name(), part);
            }
        }
        return projected;
    }

    private static Path path(JsonNode json) {
        if (!json.isTextual()) {
            throw Fields.invalid("project has a part that is no text");
        }
        return Path.of(json.textValue());
    }
}
