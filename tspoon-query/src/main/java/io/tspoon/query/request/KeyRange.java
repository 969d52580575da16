/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import java.util.Set;

/**
 * Which keys, in the order of {@link JsonOrder}.
 *
 * @param from the first key, inclusive; null for no bound
 * @param to the last key, exclusive; null for no bound
 * @param prefix beginning of a text, or first elements of an array; null for any
 */
record KeyRange(@Nullable JsonNode from, @Nullable JsonNode to, @Nullable JsonNode prefix) {
    static final KeyRange ALL = new KeyRange(null, null, null);

    private static final Set<String> FIELDS = Set.of("from", "to", "prefix");

    static KeyRange of(@Nullable JsonNode json) {
        if (json == null) {
            return ALL;
        }
        Fields fields = Fields.of("keys", json, FIELDS);
        JsonNode prefix = fields.node("prefix");
        if (prefix != null && !prefix.isTextual() && !prefix.isArray()) {
            throw Fields.invalid("keys has a prefix that is neither a text nor an array");
        }
        return new KeyRange(fields.node("from"), fields.node("to"), prefix);
    }

    boolean contains(JsonNode key) {
        return (from == null || JsonOrder.ASCENDING.compare(key, from) >= 0)
                && (to == null || JsonOrder.ASCENDING.compare(key, to) < 0)
                && (prefix == null || hasPrefix(key, prefix));
    }

    private static boolean hasPrefix(JsonNode key, JsonNode prefix) {
        if (prefix.isTextual()) {
            return key.isTextual() && key.textValue().startsWith(prefix.textValue());
        }
        if (!key.isArray() || key.size() < prefix.size()) {
            return false;
        }
        for (int i = 0; i < prefix.size(); i++) {
            if (JsonOrder.ASCENDING.compare(key.get(i), prefix.get(i)) != 0) {
                return false;
            }
        }
        return true;
    }
}
