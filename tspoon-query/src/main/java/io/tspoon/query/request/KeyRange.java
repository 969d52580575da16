/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.index.IndexRange;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import java.util.Set;

/**
 * A range of keys in the order of {@link JsonOrder}.
 *
 * @param from first key, inclusive; null for no bound
 * @param to last key, exclusive; null for no bound
 * @param prefix beginning of a text, or first elements of an array; null for any
 * @param order order of the keys
 */
record KeyRange(
        @Nullable JsonNode from,
        @Nullable JsonNode to,
        @Nullable JsonNode prefix,
        JsonOrder order) {
    static final KeyRange ALL = new KeyRange(null, null, null, JsonOrder.ASCENDING);

    private static final Set<String> FIELDS = Set.of("from", "to", "prefix");

    /**
     * @param json the range; null for all keys
     * @param schema schema of the keys
     */
    static KeyRange of(@Nullable JsonNode json, JsonNode schema) {
        if (json == null) {
            return ALL;
        }
        Fields fields = Fields.of("keys", json, FIELDS);
        JsonNode prefix = fields.node("prefix");
        if (prefix != null && !prefix.isTextual() && !prefix.isArray()) {
            throw Fields.invalid("keys has a prefix that is neither a text nor an array");
        }
        JsonNode from = fields.node("from");
        JsonNode to = fields.node("to");
        requireTimes(from, schema);
        requireTimes(to, schema);
        if (prefix != null && prefix.isArray()) {
            // A text prefix is not checked: the beginning of a time is not a time itself.
            requireTimes(prefix, schema);
        }
        return new KeyRange(from, to, prefix, JsonOrder.of(schema));
    }

    private static void requireTimes(@Nullable JsonNode constant, JsonNode schema) {
        if (constant != null) {
            EntryTypes.requireTimes(constant, schema);
        }
    }

    /** Where its keys are in an index by key. */
    IndexRange range(JsonNode schema) {
        IndexRange range = IndexRange.ALL;
        Object first = from == null ? null : IndexTerms.of(from, schema);
        if (first != null) {
            range = range.and(new IndexRange(first, true, IndexRange.ALL.to(), true));
        }
        Object end = to == null ? null : IndexTerms.of(to, schema);
        if (end != null) {
            range = range.and(new IndexRange(IndexRange.ALL.from(), true, end, false));
        }
        IndexRange beginning =
                prefix == null || !prefix.isTextual()
                        ? null
                        : IndexTerms.prefix(prefix.textValue(), schema);
        return beginning == null ? range : range.and(beginning);
    }

    boolean contains(JsonNode key) {
        return (from == null || order.compare(key, from) >= 0)
                && (to == null || order.compare(key, to) < 0)
                && (prefix == null || hasPrefix(key, prefix));
    }

    private boolean hasPrefix(JsonNode key, JsonNode beginning) {
        return beginning.isTextual()
                ? key.isTextual() && key.textValue().startsWith(beginning.textValue())
                : key.isArray() && order.startsWith(key, beginning);
    }
}
