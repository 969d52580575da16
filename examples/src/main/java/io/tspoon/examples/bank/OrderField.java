/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.util.List;
import java.util.Locale;

/** What is read of an order, and the names under which it is looked for. */
enum OrderField {
    ID("id", "order_id", "order"),
    PAYER("payer", "account", "account_id", "from"),
    /** May be absent or empty: the payee has an account at this bank. */
    PAYEE_BANK("payee_bank", "bank_to", "bank"),
    PAYEE("payee", "account_to", "payee_account", "to"),
    AMOUNT("amount");

    @SuppressWarnings("ImmutableEnumChecker") // List.of makes it so
    private final List<String> names;

    OrderField(String... names) {
        this.names = List.of(names);
    }

    /** Names of the column, the first one being the name in the option {@code --columns}. */
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
