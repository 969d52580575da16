/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import java.util.List;
import java.util.stream.Collectors;

/** What entries have to satisfy; the servers apply it. Made of {@link Field}s. */
public sealed interface Filter {
    /** All of them. */
    static Filter and(Filter... filters) {
        return new Junction("and", List.of(filters));
    }

    /** At least one of them. */
    static Filter or(Filter... filters) {
        return new Junction("or", List.of(filters));
    }

    /** Not this one. */
    static Filter not(Filter filter) {
        return new Negation(filter);
    }

    /** A part of an entry beside a constant; made by the methods of {@link Field}. */
    record Comparison(Field field, String op, Object constant) implements Filter {
        @Override
        public String toString() {
            return field.pointer() + " " + op + " " + constant;
        }
    }

    /** See {@link Filter#and} and {@link Filter#or}. */
    record Junction(String op, List<Filter> filters) implements Filter {
        @Override
        public String toString() {
            return filters.stream()
                    .map(Filter::toString)
                    .collect(Collectors.joining(" " + op + " ", "(", ")"));
        }
    }

    /** See {@link Filter#not}. */
    record Negation(Filter filter) implements Filter {
        @Override
        public String toString() {
            return "not " + filter;
        }
    }
}
