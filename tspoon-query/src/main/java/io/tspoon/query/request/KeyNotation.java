/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

import java.util.Iterator;
import java.util.Map;

/**
 * Compares a key as a request has it with the key that it was read as. A reader may be lenient: it
 * cuts digits that its type has no room for, or takes 30 February for 2 March. Then the key is
 * another one than was asked for.
 */
@Internal
public final class KeyNotation {
    private KeyNotation() {}

    /**
     * Whether both are the same but for notation: numbers are equal by value, times by time, and a
     * part that is null may be absent.
     *
     * @param asked the key in the request
     * @param own the key that was read from it, as a scan would write it
     * @param schema schema of the keys
     */
    public static boolean isSame(JsonNode asked, JsonNode own, JsonNode schema) {
        if (asked.isArray() && own.isContainerNode()) {
            // A row may be asked for without the names of its fields.
            return asked.size() == own.size() && areSame(asked, own, schema);
        }
        if (asked.isObject() && own.isObject()) {
            return areSameByName(asked, own, schema);
        }
        if (asked.isTextual() && own.isTextual() && schema.path("format").asText().equals("uuid")) {
            return asked.textValue().equalsIgnoreCase(own.textValue());
        }
        return JsonOrder.of(schema).compare(asked, own) == 0 || haveOneText(asked, own);
    }

    /** A customizer may write as text what it reads as a number. */
    private static boolean haveOneText(JsonNode asked, JsonNode own) {
        return asked.isValueNode()
                && own.isValueNode()
                && !asked.isNull()
                && !own.isNull()
                && asked.asText().equals(own.asText());
    }

    private static boolean areSame(JsonNode asked, JsonNode own, JsonNode schema) {
        Iterator<JsonNode> parts = own.iterator();
        int index = 0;
        for (JsonNode part : asked) {
            if (!isSame(part, parts.next(), EntryTypes.element(schema, index++))) {
                return false;
            }
        }
        return true;
    }

    /** What is not asked for, a class derives or sets itself. */
    private static boolean areSameByName(JsonNode asked, JsonNode own, JsonNode schema) {
        for (Map.Entry<String, JsonNode> part : asked.properties()) {
            String name = part.getKey();
            if (!isSame(part.getValue(), own.path(name), EntryTypes.field(schema, name))) {
                return false;
            }
        }
        return true;
    }
}
