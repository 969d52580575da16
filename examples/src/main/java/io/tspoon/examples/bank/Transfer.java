/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.api.ProcedureSpec;

import java.util.ArrayList;
import java.util.List;

/**
 * A transfer that somebody asks for over HTTP, and waits for. It needs no id: the call has a key.
 *
 * @param payer account that pays
 * @param payee account that is paid
 * @param amount minor units, more than 0
 */
public record Transfer(Account payer, Account payee, long amount) {
    /** The procedure. Keep its name between versions of the job. */
    static final ProcedureSpec<Transfer, Booking> PROCEDURE =
            ProcedureSpec.named("transfer", Transfer.class, Booking.class)
                    .checked(Transfer::problems);

    /** What is wrong with the transfer, in words: the same as with a malformed order. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (payer.number().isBlank()) {
            problems.add("payer is empty");
        }
        if (payee.number().isBlank()) {
            problems.add("payee is empty");
        }
        if (!payer.isHere()) {
            problems.add("payer has no account at this bank, payer.bank=" + payer.bank());
        }
        if (amount <= 0) {
            problems.add("amount is not above 0: " + Money.format(amount));
        } else if (amount > Money.MAX) {
            problems.add("amount has more than " + Money.MAX_DIGITS + " digits before the point");
        }
        return problems;
    }

    PaymentOrder order() {
        return new PaymentOrder("", payer, payee, amount, 0);
    }
}
