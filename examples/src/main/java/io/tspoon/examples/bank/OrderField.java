/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The fields of an order and the names that their columns may have. */
enum OrderField {
    ID("id", "order_id", "order"),
    PAYER("payer", "account", "account_id", "from"),
    /** May be missing or empty: the payee has an account at this bank. */
    PAYEE_BANK("payee_bank", "bank_to", "bank"),
    PAYEE("payee", "account_to", "payee_account", "to"),
    AMOUNT("amount");

    /** Columns that say something about an order, but change nothing of what it does. */
    private static final Set<String> DESCRIPTIVE =
            Set.of("purpose", "reference", "text", "note", "k_symbol");

    @SuppressWarnings("ImmutableEnumChecker") // the list is immutable
    private final List<String> names;

    OrderField(String... names) {
        this.names = List.of(names);
    }

    /** Possible names of the column. */
    List<String> names() {
        return names;
    }

    /** The name of the field in {@code --columns}, and in messages. */
    String key() {
        return names.get(0);
    }

    /** Whether a column of this name may be ignored. */
    static boolean isDescriptive(String name) {
        return DESCRIPTIVE.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Finds the field that the option {@code --columns} names. */
    static OrderField named(String name) {
        for (OrderField field : values()) {
            if (field.key().equals(name.toLowerCase(Locale.ROOT))) {
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
