/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.bank.OrderFormat.FirstLine;
import io.tspoon.examples.text.UnreadableInputException;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The positions of an order's fields in a line of values.
 *
 * <p>All lines must have as many values as the first one; otherwise a comma inside an amount would
 * go unnoticed. A first line that has one of the fields' names is a {@link CsvHeader}. Otherwise
 * the places decide: a line of four values is id, payer, payee, amount; a longer line is id, payer,
 * bank of the payee, payee, amount, and further values are ignored.
 *
 * @param size number of values that each line must have
 * @param indexes index of each field that there is
 * @param firstLine what the first line is
 */
record CsvColumns(int size, Map<OrderField, Integer> indexes, FirstLine firstLine) {
    private static final int WITHOUT_BANK = 4;

    /**
     * Finds the columns from the first line.
     *
     * @throws UnreadableInputException if it is not known what they are
     */
    static CsvColumns find(ColumnNames names, List<String> firstLine) {
        CsvHeader header = new CsvHeader(names, firstLine);
        if (header.namesNone()) {
            Map<OrderField, Integer> places = places(firstLine.size());
            return new CsvColumns(firstLine.size(), places, FirstLine.LAYOUT);
        }
        Map<OrderField, Integer> indexes = header.indexes();
        boolean isHeader = header.isNamed() || hasNoAmount(indexes, firstLine);
        return new CsvColumns(
                firstLine.size(), indexes, isHeader ? FirstLine.HEADER : FirstLine.LINE);
    }

    /** The value of a field; empty if there is no such column. */
    String value(OrderField field, List<String> values) {
        Integer index = indexes.get(field);
        return index == null || index >= values.size() ? "" : values.get(index);
    }

    private static Map<OrderField, Integer> places(int size) {
        Map<OrderField, Integer> places = new EnumMap<>(OrderField.class);
        for (OrderField field : OrderField.values()) {
            if (size != WITHOUT_BANK || field.isRequired()) {
                places.put(field, places.size());
            }
        }
        return places;
    }

    /** With positions only, a first line without an amount can be nothing but a header. */
    private static boolean hasNoAmount(Map<OrderField, Integer> indexes, List<String> line) {
        Integer amount = indexes.get(OrderField.AMOUNT);
        return amount != null && line.get(amount).chars().noneMatch(Character::isDigit);
    }
}
