/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The condition that an entry must satisfy: comparisons joined by and, or and not. A comparison
 * with a part that is missing or has another JSON type is false, except {@code ne}, which is true.
 * Times are compared by time.
 */
@Internal
@FunctionalInterface
public interface EntryFilter {
    /** Passes every entry. */
    EntryFilter ALL = (key, value) -> true;

    boolean test(JsonNode key, JsonNode value);

    /**
     * Reads a filter. Refuses one that is unreasonably deep or large, or has a constant that is no
     * time where a time is needed.
     */
    static EntryFilter of(JsonNode json, EntryTypes types) {
        return new Parser(types).parse(json, 0);
    }

    /** Reads one filter. */
    final class Parser {
        private static final int MAX_DEPTH = 32;
        private static final int MAX_PARTS = 1_000;
        private static final Set<String> FIELDS =
                Set.of("and", "or", "not", "field", "op", "value");

        private final EntryTypes types;
        private int parts;

        private Parser(EntryTypes types) {
            this.types = types;
        }

        private EntryFilter parse(JsonNode json, int depth) {
            if (depth > MAX_DEPTH || ++parts > MAX_PARTS) {
                throw Fields.invalid(
                        "filter is too large, maxDepth=" + MAX_DEPTH + ", maxParts=" + MAX_PARTS);
            }
            Fields fields = Fields.of("filter", json, FIELDS);
            if (json.has("field")) {
                return comparison(fields, json.size());
            }
            if (json.size() != 1) {
                throw Fields.invalid("filter is not exactly one of and, or, not, field with op");
            }
            if (json.has("not")) {
                EntryFilter inner = parse(fields.required("not"), depth + 1);
                return (key, value) -> !inner.test(key, value);
            }
            boolean and = json.has("and");
            List<EntryFilter> all =
                    fields.list(and ? "and" : "or", child -> parse(child, depth + 1));
            return (key, value) -> {
                for (EntryFilter one : all) {
                    if (one.test(key, value) != and) {
                        return !and;
                    }
                }
                return and;
            };
        }

        private EntryFilter comparison(Fields fields, int size) {
            Path path = Path.of(fields.text("field"));
            String op = fields.text("op");
            if (size != (fields.node("value") == null ? 2 : 3)) {
                throw Fields.invalid("filter is not exactly one of and, or, not, field with op");
            }
            if (op.equals("exists")) {
                boolean wanted = fields.flag("value", true);
                return (key, value) -> exists(path.in(key, value)) == wanted;
            }
            JsonNode operand = fields.required("value");
            JsonNode schema = types.of(path);
            return switch (op) {
                case "in" -> in(path, fields, schema);
                case "prefix" -> prefix(path, fields.text("value"));
                case "contains" -> contains(path, operand, schema.path("items"));
                case "eq", "ne", "lt", "le", "gt", "ge" -> compared(path, op, operand, schema);
                default ->
                        throw Fields.invalid(
                                "filter has an unknown op, op=" + Fields.shortened(op));
            };
        }

        private static EntryFilter compared(
                Path path, String op, JsonNode operand, JsonNode schema) {
            EntryTypes.requireTimes(operand, schema);
            JsonOrder order = JsonOrder.of(schema);
            return switch (op) {
                case "eq" -> (key, value) -> same(path.in(key, value), operand, order);
                case "ne" -> (key, value) -> !same(path.in(key, value), operand, order);
                case "lt" -> ordered(path, operand, order, sign -> sign < 0);
                case "le" -> ordered(path, operand, order, sign -> sign <= 0);
                case "gt" -> ordered(path, operand, order, sign -> sign > 0);
                default -> ordered(path, operand, order, sign -> sign >= 0);
            };
        }

        private static EntryFilter prefix(Path path, String prefix) {
            return (key, value) -> {
                JsonNode part = path.in(key, value);
                return part.isTextual() && part.textValue().startsWith(prefix);
            };
        }

        private static EntryFilter in(Path path, Fields fields, JsonNode schema) {
            List<JsonNode> operands = new ArrayList<>(fields.list("value", child -> child));
            operands.forEach(operand -> EntryTypes.requireTimes(operand, schema));
            JsonOrder ascending = JsonOrder.of(schema);
            operands.sort(ascending);
            return (key, value) -> {
                JsonNode part = path.in(key, value);
                int low = 0;
                int high = operands.size() - 1;
                while (low <= high) {
                    int middle = (low + high) >>> 1;
                    int order = ascending.compare(operands.get(middle), part);
                    if (order == 0) {
                        return !part.isMissingNode();
                    }
                    if (order < 0) {
                        low = middle + 1;
                    } else {
                        high = middle - 1;
                    }
                }
                return false;
            };
        }

        private static EntryFilter ordered(
                Path path, JsonNode operand, JsonOrder order, IntPredicate holds) {
            return (key, value) -> {
                JsonNode part = path.in(key, value);
                return part.getNodeType() == operand.getNodeType()
                        && holds.test(order.compare(part, operand));
            };
        }

        private static boolean exists(JsonNode part) {
            return !part.isMissingNode() && !part.isNull();
        }

        private static boolean same(JsonNode part, JsonNode operand, JsonOrder order) {
            return !part.isMissingNode() && order.compare(part, operand) == 0;
        }

        private static EntryFilter contains(Path path, JsonNode operand, JsonNode ofElements) {
            EntryTypes.requireTimes(operand, ofElements);
            JsonOrder order = JsonOrder.of(ofElements);
            return (key, value) -> contains(path.in(key, value), operand, order);
        }

        private static boolean contains(JsonNode part, JsonNode operand, JsonOrder order) {
            if (part.isTextual()) {
                return operand.isTextual() && part.textValue().contains(operand.textValue());
            }
            if (part.isArray()) {
                for (JsonNode element : part) {
                    if (same(element, operand, order)) {
                        return true;
                    }
                }
            }
            return false;
        }
    }
}
