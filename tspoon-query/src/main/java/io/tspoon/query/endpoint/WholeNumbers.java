/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.math.BigInteger;

/**
 * Turns numbers such as {@code 1e0} into the whole numbers that they are. When a request travels to
 * another server they are written as such, so they must be the same if it does not travel.
 */
final class WholeNumbers {
    private WholeNumbers() {}

    /** The tree with whole numbers; may be the same, changed. */
    static JsonNode of(JsonNode json) {
        if (json instanceof ObjectNode object) {
            object.properties().forEach(field -> field.setValue(of(field.getValue())));
        } else if (json instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, of(array.get(i)));
            }
        } else if (json.isBigDecimal() && json.decimalValue().scale() == 0) {
            BigInteger whole = json.decimalValue().unscaledValue();
            return whole.bitLength() < Long.SIZE
                    ? JsonNodeFactory.instance.numberNode(whole.longValue())
                    : JsonNodeFactory.instance.numberNode(whole);
        }
        return json;
    }
}
