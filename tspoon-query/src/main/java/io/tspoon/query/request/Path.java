/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * A part of an entry: a JSON pointer (RFC 6901) into {@code {"key": ..., "value": ...}}.
 *
 * @param ofKey whether the part is in the key; otherwise it is in the value
 * @param within pointer within the key or the value
 */
record Path(boolean ofKey, JsonPointer within) {
    private static final int MAX_LENGTH = 1000;

    static Path of(String text) {
        try {
            if (text.codePointCount(0, text.length()) <= MAX_LENGTH) {
                JsonPointer pointer = JsonPointer.compile(text);
                if (pointer.matchesProperty("key") || pointer.matchesProperty("value")) {
                    return new Path(pointer.matchesProperty("key"), pointer.tail());
                }
            }
        } catch (IllegalArgumentException e) {
            // Falls through to the message.
        }
        throw Fields.invalid(
                "a field is no JSON pointer that begins with /key or /value, field="
                        + Fields.shortened(text));
    }

    /** The part in an entry; a missing node if the entry has none. */
    JsonNode in(JsonNode key, JsonNode value) {
        return (ofKey ? key : value).at(within);
    }

    /** The pointer, as there is only one way to write it. */
    String pointer() {
        return (ofKey ? "/key" : "/value") + within;
    }

    /** The last part of the path. */
    String name() {
        JsonPointer last = within.last();
        return last == null || within.matches()
                ? (ofKey ? "key" : "value")
                : last.getMatchingProperty();
    }
}
