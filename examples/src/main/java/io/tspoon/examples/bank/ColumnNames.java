/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.io.Serializable;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;

/**
 * The column names for the fields of an order. A number is a column's position, from 1.
 *
 * @param given names that the user gave; other fields have their default names
 */
record ColumnNames(EnumMap<OrderField, String> given) implements Serializable {

    /** The default names of all fields. */
    static ColumnNames defaults() {
        return new ColumnNames(new EnumMap<>(OrderField.class));
    }

    /**
     * Parses the option, such as {@code id=order_id,amount=7}.
     *
     * @throws IllegalArgumentException if the option is malformed; the message says why
     */
    static ColumnNames parse(String option) {
        ColumnNames names = defaults();
        for (String pair : option.split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 1 || equals == pair.length() - 1) {
                throw new IllegalArgumentException(
                        "not of the form field=column, found="
                                + pair
                                + ". Write for instance id=order_id,amount=7.");
            }
            OrderField field = OrderField.named(pair.substring(0, equals).trim());
            if (names.given.put(field, pair.substring(equals + 1).trim()) != null) {
                throw new IllegalArgumentException(
                        "a field is named twice, field=" + field.key() + ". Name it once.");
            }
        }
        return names;
    }

    boolean isEmpty() {
        return given.isEmpty();
    }

    /** The position, from 1, if the user gave one; 0 otherwise. */
    int position(OrderField field) {
        String name = given.getOrDefault(field, "");
        return name.matches("[1-9]\\d{0,3}") ? Integer.parseInt(name) : 0;
    }

    /** The field that has exactly this name. */
    Optional<OrderField> fieldOf(String name) {
        return Arrays.stream(OrderField.values())
                .filter(field -> of(field).contains(name))
                .findFirst();
    }

    /** All names that the column of a field may have. */
    List<String> of(OrderField field) {
        String name = given.get(field);
        return name == null ? field.names() : List.of(name);
    }
}
