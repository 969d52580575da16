/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.util.List;

/**
 * An order to pay: one transaction of the job.
 *
 * @param id the order's name, as its results carry it
 * @param payer account that pays
 * @param payee account that is paid
 * @param amount minor units, more than 0
 * @param receivedAtMicros wall clock when it reached the t-graph, for the latency; 0 before
 */
public record PaymentOrder(
        String id, String payer, String payee, long amount, long receivedAtMicros) {

    /** What the order does: money leaves one account, then reaches the other. */
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
