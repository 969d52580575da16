/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import org.apache.flink.annotation.PublicEvolving;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** A condition on entries, evaluated by the servers. Built from {@link Field}s. */
@PublicEvolving
public sealed interface Filter {
    /** All of the filters are satisfied. */
    static Filter and(Filter... filters) {
        return new Junction("and", List.of(filters));
    }

    /** At least one of the filters is satisfied. */
    static Filter or(Filter... filters) {
        return new Junction("or", List.of(filters));
    }

    /** The filter is not satisfied. */
    static Filter not(Filter filter) {
        return new Negation(filter);
    }

    /** Compares a part of an entry with a constant; created by the methods of {@link Field}. */
    @PublicEvolving
    record Comparison(Field field, String op, Object constant) implements Filter {
        @Override
        public String toString() {
            return field.pointer() + " " + op + " " + constant;
        }
    }

    /** See {@link Filter#and} and {@link Filter#or}. */
    @PublicEvolving
    record Junction(String op, List<Filter> filters) implements Filter {
        @Override
        public String toString() {
            return filters.stream()
                    .map(Filter::toString)
                    .collect(Collectors.joining(" " + op + " ", "(", ")"));
        }
    }

    /** See {@link Filter#not}. */
    @PublicEvolving
    record Negation(Filter filter) implements Filter {
        public Negation {
            Objects.requireNonNull(
                    filter, "[TSP-5101] Cannot negate filter: it is null. Pass one.");
        }

        @Override
        public String toString() {
            return "not " + filter;
        }
    }
}
