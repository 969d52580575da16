/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * Where JSON does not fit a type, and why. Names neither classes nor internals.
 *
 * @param pointer JSON pointer of the part; empty for the whole
 * @param detail what is wrong, in words
 */
@Internal
public record JsonProblem(String pointer, String detail) {
    /** What Jackson's messages begin with if a part of a record is not there. */
    static final String MISSING = "Missing";

    private static final String NULL = "Null value";
    private static final int MAX_SCHEMA = 300;

    /**
     * @param cause what Jackson threw; null if it did not
     * @param schema schema of the type
     */
    static JsonProblem of(@Nullable Throwable cause, JsonNode schema) {
        if (!(cause instanceof JsonMappingException mapping)) {
            return new JsonProblem("", fits(schema));
        }
        StringBuilder pointer = new StringBuilder();
        JsonNode part = schema;
        for (JsonMappingException.Reference step : mapping.getPath()) {
            String name = step.getFieldName();
            if (name != null) {
                pointer.append('/').append(name.replace("~", "~0").replace("/", "~1"));
                part = below(part, name);
            } else if (step.getIndex() >= 0) {
                pointer.append('/').append(step.getIndex());
                JsonNode own = part.path("prefixItems").path(step.getIndex());
                part = own.isMissingNode() ? part.path("items") : own;
            }
        }
        return new JsonProblem(pointer.toString(), detail(mapping, part));
    }

    private static JsonNode below(JsonNode schema, String field) {
        JsonNode own = schema.path("properties").path(field);
        return own.isMissingNode() ? schema.path("additionalProperties") : own;
    }

    private static String detail(JsonMappingException cause, JsonNode schema) {
        String said = String.valueOf(((JsonProcessingException) cause).getOriginalMessage());
        if (cause instanceof UnrecognizedPropertyException unknown) {
            return "there is no such field, known=" + unknown.getKnownPropertyIds();
        }
        if (cause instanceof ValueInstantiationException) {
            return "its class refuses it";
        }
        if (said.startsWith(MISSING)) {
            return "it is missing";
        }
        if (cause instanceof InvalidNullException
                || said.startsWith(NULL)
                || said.contains("`null`")) {
            return "it is null";
        }
        return fits(schema);
    }

    private static String fits(JsonNode schema) {
        String text = schema.isMissingNode() ? "" : schema.toString();
        return text.isEmpty() || text.length() > MAX_SCHEMA
                ? "it does not fit the type"
                : "it does not fit the type, schema=" + text;
    }
}
