/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;

import java.util.Set;

/** Reads keys in addresses. */
final class KeyTexts {
    private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

    private KeyTexts() {}

    /** A key as it stands in a path, without quotes. */
    static JsonNode ofPath(ObjectMapper mapper, String text, JsonNode schema) {
        String type = schema.path("type").asText();
        return switch (type) {
            case "string" -> TextNode.valueOf(text);
            case "number" ->
                    NOT_FINITE.contains(text) ? TextNode.valueOf(text) : ofJson(mapper, text);
            case "integer", "boolean" -> ofJson(mapper, text);
            default ->
                    throw new QueryException(
                            FailureReason.INVALID_KEY,
                            "[TSP-4018] Cannot read key from path: keys of this state are no simple"
                                    + " values. Use the path value?key=<JSON>.");
        };
    }

    static JsonNode ofJson(ObjectMapper mapper, String text) {
        try {
            JsonNode json = mapper.readTree(text);
            if (json != null && !json.isMissingNode()) {
                return json;
            }
        } catch (JsonProcessingException e) {
            // Falls through to the message.
        }
        throw new QueryException(
                FailureReason.INVALID_KEY,
                "[TSP-4019] Cannot read key: it is no JSON. Put texts into quotes in the parameter"
                        + " key.");
    }
}
