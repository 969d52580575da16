/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import java.util.Set;

/**
 * One result of an aggregate.
 *
 * @param name name of the result
 * @param function what to compute
 * @param path part of the entries to compute it from; null to count entries
 * @param order order of the values of this part
 */
record Computation(String name, Function function, @Nullable Path path, JsonOrder order) {
    enum Function {
        COUNT,
        SUM,
        MIN,
        MAX
    }

    private static final Set<String> FIELDS = Set.of("count", "sum", "min", "max");

    static Computation of(String name, JsonNode json, EntryTypes types) {
        Fields fields = Fields.of("computation", json, FIELDS);
        if (json.size() != 1) {
            throw Fields.invalid("computation is not exactly one of count, sum, min, max");
        }
        String function = json.fieldNames().next();
        if (function.equals("count") && json.get(function).isBoolean()) {
            if (!fields.flag(function, true)) {
                throw Fields.invalid("count is neither true nor a field");
            }
            return new Computation(name, Function.COUNT, null, JsonOrder.ASCENDING);
        }
        Path path = Path.of(fields.text(function));
        JsonOrder order = JsonOrder.of(types.of(path));
        return switch (function) {
            case "count" -> new Computation(name, Function.COUNT, path, order);
            case "sum" -> new Computation(name, Function.SUM, path, order);
            case "min" -> new Computation(name, Function.MIN, path, order);
            default -> new Computation(name, Function.MAX, path, order);
        };
    }
}
