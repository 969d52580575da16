/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.util.List;

/**
 * A payment order: one transaction of the job. To let an order do more, such as charge a fee, add
 * movements.
 *
 * @param id unique id of the order, which is the key of its result
 * @param payer account that pays
 * @param payee account that is paid
 * @param amount minor units, more than 0
 * @param receivedAtMicros wall clock time at which the order reached the t-graph, to measure
 *     latency; 0 before
 */
public record PaymentOrder(
        String id, Account payer, Account payee, long amount, long receivedAtMicros) {

    /**
     * The changes that the order makes: the payer's account is debited, the payee's is credited.
     */
    public List<Movement> movements() {
        return List.of(
                new Movement(payer, -amount, receivedAtMicros),
                new Movement(payee, amount, receivedAtMicros));
    }

    /** The order with the time at which it reached the t-graph. */
    PaymentOrder receivedAt(long micros) {
        return new PaymentOrder(id, payer, payee, amount, micros);
    }
}
