/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.util.List;

/**
 * An amount to move from one account to another: one transaction.
 *
 * @param number position in the input, from 0
 * @param payer an account other than the payee
 * @param amount at least 1
 */
public record Transfer(long number, int payer, int payee, long amount) {
    /** The withdrawal, then the deposit. */
    public List<Movement> movements() {
        return List.of(new Movement(payer, -amount), new Movement(payee, amount));
    }

    public String transactionKey() {
        return Long.toString(number);
    }
}
