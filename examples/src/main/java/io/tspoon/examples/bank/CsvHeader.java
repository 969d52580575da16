/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.text.UnreadableInputException;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A first line, read as the names of columns. Nothing is guessed: a field without a column, a field
 * with two, and a column that nobody knows make the input unreadable, since any of them may be the
 * one that changes who pays whom. Whoever names columns himself has others ignored.
 */
final class CsvHeader {
    private static final String FIX =
            "Name the columns, or give their positions, with --columns; others are then ignored.";

    private final ColumnNames names;
    private final List<String> columns;
    private final Map<OrderField, List<Integer>> found = new EnumMap<>(OrderField.class);
    private boolean named;

    CsvHeader(ColumnNames names, List<String> columns) {
        this.names = names;
        this.columns = columns;
        for (OrderField field : OrderField.values()) {
            int position = names.position(field);
            List<Integer> indexes =
                    position == 0
                            ? indexes(names.of(field))
                            : position <= columns.size() ? List.of(position - 1) : List.of();
            found.put(field, indexes);
            named |= position == 0 && !indexes.isEmpty();
        }
    }

    /** Whether the line names no field, nor has the user named columns. */
    boolean namesNone() {
        return names.isEmpty() && !named;
    }

    /** Whether the line has a name, not only columns whose position the user gave. */
    boolean isNamed() {
        return named;
    }

    /**
     * The index of each field that there is.
     *
     * @throws UnreadableInputException if a field has no column or two, or a column is unknown
     */
    Map<OrderField, Integer> indexes() {
        Map<OrderField, Integer> indexes = new EnumMap<>(OrderField.class);
        found.forEach(
                (field, at) -> {
                    if (at.size() > 1) {
                        throw unreadable("two columns for " + field.key());
                    }
                    if (at.stream().anyMatch(indexes::containsValue)) {
                        throw unreadable("two fields in the column of " + field.key());
                    }
                    if (at.size() == 1) {
                        indexes.put(field, at.get(0));
                    } else if (field.isRequired()) {
                        throw unreadable("no column for " + field.key());
                    }
                });
        List<String> unknown = new ArrayList<>();
        for (int i = 0; i < columns.size() && names.isEmpty(); i++) {
            if (!indexes.containsValue(i) && !OrderField.isDescriptive(columns.get(i))) {
                unknown.add(columns.get(i));
            }
        }
        if (!unknown.isEmpty()) {
            throw unreadable("unknown columns, columns=" + unknown);
        }
        return indexes;
    }

    private List<Integer> indexes(List<String> candidates) {
        return IntStream.range(0, columns.size())
                .filter(i -> candidates.stream().anyMatch(columns.get(i)::equalsIgnoreCase))
                .boxed()
                .toList();
    }

    private UnreadableInputException unreadable(String reason) {
        return new UnreadableInputException(reason + ", firstLine=" + columns, FIX);
    }
}
