/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.util.List;
import java.util.Locale;

/** The fields of an order and the names that their columns may have. */
enum OrderField {
    ID("id", "order_id", "order"),
    PAYER("payer", "account", "account_id", "from"),
    /** May be missing or empty: the payee has an account at this bank. */
    PAYEE_BANK("payee_bank", "bank_to", "bank"),
    PAYEE("payee", "account_to", "payee_account", "to"),
    AMOUNT("amount");

    @SuppressWarnings("ImmutableEnumChecker") // the list is immutable
    private final List<String> names;

    OrderField(String... names) {
        this.names = List.of(names);
    }

    /**
     * Possible names of the column. The first one is the name of the field in {@code --columns}.
     */
    List<String> names() {
        return names;
    }

    /** Finds the field that the option {@code --columns} names. */
    static OrderField named(String name) {
        for (OrderField field : values()) {
            if (field.names.get(0).equals(name.toLowerCase(Locale.ROOT))) {
                return field;
            }
        }
        throw new IllegalArgumentException(
                "no such field, field="
                        + name
                        + ". The fields are id, payer, payee_bank, payee and amount.");
    }

    boolean isRequired() {
        return this != PAYEE_BANK;
    }
}
