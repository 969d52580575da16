/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Writes JSON so that two texts become the same if, and only if, they say the same in every type.
 * Fields are in the order of their names, without white space, and texts are escaped in one way.
 *
 * <p>Numbers are the same if they have the same digits: {@code 10e-1} is {@code 1.0}. But {@code
 * 1}, {@code 1.0} and {@code 1.00} differ, because some types tell them apart: an integer refuses
 * the second one, and decimals of different scales are not equal.
 */
final class CanonicalJson {
    private final StringBuilder text = new StringBuilder();

    private CanonicalJson() {}

    static String of(JsonNode json) {
        CanonicalJson canonical = new CanonicalJson();
        canonical.write(json);
        return canonical.text.toString();
    }

    private void write(JsonNode json) {
        if (json.isObject()) {
            writeObject(json);
        } else if (json.isArray()) {
            char before = '[';
            for (JsonNode element : json) {
                text.append(before);
                write(element);
                before = ',';
            }
            text.append(json.isEmpty() ? "[]" : "]");
        } else if (json.isTextual()) {
            writeText(json.textValue());
        } else if (json.isIntegralNumber() && json.canConvertToLong()) {
            text.append(json.longValue());
        } else if (json.isIntegralNumber()) {
            text.append(json.bigIntegerValue());
        } else if (json.isDouble()) { // the negative zero, which no decimal can be
            text.append(json.doubleValue());
        } else if (json.isNumber()) {
            BigDecimal number = json.decimalValue();
            text.append(number.unscaledValue()).append('e').append(-(long) number.scale());
        } else {
            text.append(json.isBoolean() ? json.asText() : "null");
        }
    }

    private void writeObject(JsonNode json) {
        List<String> names = new ArrayList<>();
        json.fieldNames().forEachRemaining(names::add);
        Collections.sort(names);
        char before = '{';
        for (String name : names) {
            text.append(before);
            writeText(name);
            text.append(':');
            write(json.path(name));
            before = ',';
        }
        text.append(names.isEmpty() ? "{}" : "}");
    }

    private void writeText(String value) {
        text.append('"');
        JsonStringEncoder.getInstance().quoteAsString(value, text);
        text.append('"');
    }
}
