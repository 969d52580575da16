/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.index.IndexKind;
import io.tspoon.index.IndexOrder;
import io.tspoon.index.IndexRange;
import io.tspoon.query.json.TimeFormat;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** JSON in the form in which indexes keep it. */
final class IndexTerms {
    private static final Map<IndexKind, TimeFormat> TIMES =
            new EnumMap<>(
                    Map.of(
                            IndexKind.INSTANT, TimeFormat.DATE_TIME,
                            IndexKind.LOCAL_TIME, TimeFormat.DATE_TIME_LOCAL,
                            IndexKind.TIME_OF_DAY, TimeFormat.TIME_LOCAL,
                            IndexKind.DURATION, TimeFormat.DURATION));

    private static final Set<String> COMPARISONS = Set.of("eq", "lt", "le", "gt", "ge");

    private IndexTerms() {}

    /** The form of a part; null if an index cannot have it. */
    static @Nullable Object of(JsonNode part, JsonNode schema) {
        if (part.isNull() || part.isMissingNode()) {
            return IndexOrder.NOTHING;
        }
        if (part.isBoolean()) {
            return part.booleanValue();
        }
        if (part.isNumber()) {
            return part.isIntegralNumber() && part.canConvertToLong()
                    ? (Object) part.longValue()
                    : part.decimalValue();
        }
        if (!part.isTextual()) {
            return null;
        }
        TimeFormat format = TimeFormat.of(schema);
        return format == null ? part.textValue() : format.time(part.textValue());
    }

    /** Whether parts with a schema are ordered as an index of this kind orders them. */
    static boolean fits(IndexKind kind, JsonNode schema) {
        Set<String> types =
                switch (kind) {
                    case BOOLEAN -> Set.of("boolean");
                    case NUMBER, FLOATING -> Set.of("integer", "number");
                    default -> Set.of("string");
                };
        return types.contains(schema.path("type").asText())
                && TIMES.get(kind) == TimeFormat.of(schema);
    }

    /** What passes a comparison with a constant; null if an index cannot tell. */
    static @Nullable IndexRange range(String op, JsonNode constant, JsonNode schema) {
        Object term = COMPARISONS.contains(op) ? of(constant, schema) : null;
        if (term == null) {
            return null;
        }
        if (term == IndexOrder.NOTHING) {
            return IndexRange.only(term);
        }
        return switch (op) {
            case "eq" -> IndexRange.only(term);
            case "lt" -> IndexRange.below(term, false);
            case "le" -> IndexRange.below(term, true);
            case "gt" -> IndexRange.above(term, false);
            case "ge" -> IndexRange.above(term, true);
            default -> null;
        };
    }

    /** What begins with a text; null if an index cannot tell, because its texts are times. */
    static @Nullable IndexRange prefix(String beginning, JsonNode schema) {
        return TimeFormat.of(schema) == null ? IndexRange.prefix(beginning) : null;
    }
}
