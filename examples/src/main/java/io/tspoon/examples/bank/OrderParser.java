/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

/** Parses a line as an order. Used by one thread. */
interface OrderParser {
    PaymentOrder parse(String line) throws MalformedOrderException;

    /**
     * Makes an order from its fields.
     *
     * @param payeeBank bank of the payee; empty for this bank
     * @throws MalformedOrderException if a required field is blank, or the amount is not positive
     */
    static PaymentOrder order(String id, String payer, String payeeBank, String payee, long amount)
            throws MalformedOrderException {
        requireText("id", id);
        requireText("payer", payer);
        requireText("payee", payee);
        if (amount <= 0) {
            throw new MalformedOrderException("amount is not above 0: " + Money.format(amount));
        }
        return new PaymentOrder(id, Account.here(payer), new Account(payeeBank, payee), amount, 0);
    }

    private static void requireText(String field, String text) throws MalformedOrderException {
        if (text.isBlank()) {
            throw new MalformedOrderException(field + " is empty");
        }
    }
}
