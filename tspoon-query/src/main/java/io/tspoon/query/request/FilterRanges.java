/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.index.IndexRange;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * In which ranges the parts of an entry must be so that it may pass a filter. Entries in the ranges
 * still have to be tested. The filter itself was checked when it was read.
 */
@Internal
public final class FilterRanges {
    private final EntryTypes types;

    private FilterRanges(EntryTypes types) {
        this.types = types;
    }

    /**
     * The ranges of parts, by their pointers. Parts that may be anything are left out.
     *
     * @param filter null for none
     */
    public static Map<String, List<IndexRange>> of(@Nullable JsonNode filter, EntryTypes types) {
        return filter == null ? Map.of() : new FilterRanges(types).of(filter);
    }

    private Map<String, List<IndexRange>> of(JsonNode filter) {
        if (filter.has("field")) {
            return ofComparison(filter);
        }
        if (filter.has("and")) {
            Map<String, List<IndexRange>> all = new LinkedHashMap<>();
            for (JsonNode child : filter.path("and")) {
                of(child)
                        .forEach(
                                (part, ranges) ->
                                        all.merge(part, ranges, IndexRange::intersection));
            }
            return all;
        }
        return filter.has("or") ? ofAny(filter.path("or")) : Map.of();
    }

    /** Only what each of several alternatives restricts is restricted. */
    private Map<String, List<IndexRange>> ofAny(JsonNode children) {
        Map<String, List<IndexRange>> any = null;
        for (JsonNode child : children) {
            Map<String, List<IndexRange>> ofChild = of(child);
            if (any == null) {
                any = new LinkedHashMap<>(ofChild);
            } else {
                any.keySet().retainAll(ofChild.keySet());
                any.replaceAll(
                        (part, ranges) -> either(ranges, ofChild.getOrDefault(part, List.of())));
            }
        }
        return any == null ? Map.of() : any;
    }

    private Map<String, List<IndexRange>> ofComparison(JsonNode filter) {
        Path path = Path.of(filter.path("field").asText());
        String op = filter.path("op").asText();
        JsonNode constant = filter.path("value");
        JsonNode schema = types.of(path);
        List<IndexRange> ranges = new ArrayList<>();
        for (JsonNode one : op.equals("in") ? constant : List.of(constant)) {
            IndexRange range =
                    switch (op) {
                        case "in" -> IndexTerms.range("eq", one, schema);
                        case "prefix" -> IndexTerms.prefix(one.asText(), schema);
                        default -> IndexTerms.range(op, one, schema);
                    };
            if (range == null) {
                return Map.of();
            }
            ranges.add(range);
        }
        return Map.of(path.pointer(), IndexRange.union(ranges));
    }

    private static List<IndexRange> either(List<IndexRange> a, List<IndexRange> b) {
        List<IndexRange> all = new ArrayList<>(a);
        all.addAll(b);
        return IndexRange.union(all);
    }
}
