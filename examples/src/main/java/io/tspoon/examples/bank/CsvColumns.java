/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The positions of an order's fields in a line of values.
 *
 * <p>All lines must have as many values as the first one; otherwise a comma inside an amount would
 * go unnoticed. Without a header and without {@code --columns}, a line of four values is id, payer,
 * payee, amount. A longer line is id, payer, bank of the payee, payee, amount; further values are
 * ignored.
 */
final class CsvColumns {
    private static final int WITHOUT_BANK = 4;

    private final int size;
    private final Map<OrderField, Integer> indexes;
    private final boolean header;

    private CsvColumns(int size, Map<OrderField, Integer> indexes, boolean header) {
        this.size = size;
        this.indexes = indexes;
        this.header = header;
    }

    /**
     * Finds the columns from the first line. The line is a header if it names columns, or if the
     * value in the place of the amount has no digit.
     *
     * @throws IllegalArgumentException if a column that the user named is missing
     */
    static CsvColumns find(ColumnNames names, List<String> firstLine) {
        Map<OrderField, Integer> found = new EnumMap<>(OrderField.class);
        boolean named = false;
        for (OrderField field : OrderField.values()) {
            List<String> candidates = names.of(field);
            int position = position(candidates.get(0));
            int index = position > 0 ? position - 1 : index(candidates, firstLine);
            if (index >= 0) {
                found.put(field, index);
                named |= position == 0;
            }
        }
        List<OrderField> missing = missing(found);
        if (missing.isEmpty()) {
            return new CsvColumns(firstLine.size(), found, named || hasNoAmount(found, firstLine));
        }
        if (!names.isEmpty()) {
            throw new IllegalArgumentException(
                    "no column for " + missing.get(0).names().get(0) + ", firstLine=" + firstLine);
        }
        Map<OrderField, Integer> positions = positions(firstLine.size());
        return new CsvColumns(firstLine.size(), positions, hasNoAmount(positions, firstLine));
    }

    /** Whether the first line is a header. */
    boolean hasHeader() {
        return header;
    }

    /** The number of values that each line must have. */
    int size() {
        return size;
    }

    /** The value of a field; empty if there is no such column. */
    String value(OrderField field, List<String> values) {
        Integer index = indexes.get(field);
        return index == null || index >= values.size() ? "" : values.get(index);
    }

    private static Map<OrderField, Integer> positions(int size) {
        Map<OrderField, Integer> positions = new EnumMap<>(OrderField.class);
        for (OrderField field : OrderField.values()) {
            if (size != WITHOUT_BANK || field.isRequired()) {
                positions.put(field, positions.size());
            }
        }
        return positions;
    }

    private static List<OrderField> missing(Map<OrderField, Integer> found) {
        List<OrderField> missing = new ArrayList<>();
        for (OrderField field : OrderField.values()) {
            if (field.isRequired() && !found.containsKey(field)) {
                missing.add(field);
            }
        }
        return missing;
    }

    private static boolean hasNoAmount(Map<OrderField, Integer> indexes, List<String> line) {
        Integer amount = indexes.get(OrderField.AMOUNT);
        return amount != null
                && amount < line.size()
                && line.get(amount).chars().noneMatch(Character::isDigit);
    }

    /** The position, from 1, if the column's name is a number; 0 otherwise. */
    private static int position(String name) {
        return name.matches("\\d{1,4}") ? Integer.parseInt(name) : 0;
    }

    private static int index(List<String> names, List<String> firstLine) {
        for (int i = 0; i < firstLine.size(); i++) {
            if (names.stream().anyMatch(firstLine.get(i)::equalsIgnoreCase)) {
                return i;
            }
        }
        return -1;
    }
}
