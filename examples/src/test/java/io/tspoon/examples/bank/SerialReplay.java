/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/** Executes orders one by one: what the job must equal. It shares no code with the job. */
final class SerialReplay {
    /** An order as the file has it, with the payee's account and bank joined. */
    record Order(String id, String payer, String payee, BigDecimal amount) {}

    private final BigDecimal opening;
    private final Map<String, BigDecimal> balances = new TreeMap<>();

    SerialReplay(String opening) {
        this.opening = new BigDecimal(opening);
    }

    /** Executes an order, and returns its outcome. */
    String execute(Order order) {
        BigDecimal left = balance(order.payer()).subtract(order.amount());
        balance(order.payee());
        if (left.signum() < 0) {
            return "ABORTED";
        }
        balances.put(order.payer(), left);
        balances.merge(order.payee(), order.amount(), BigDecimal::add);
        return "COMMITTED";
    }

    /** The balances of all accounts that were named. */
    Map<String, BigDecimal> balances() {
        return balances;
    }

    private BigDecimal balance(String account) {
        return balances.computeIfAbsent(
                account, name -> name.contains(":") ? new BigDecimal("0.00") : opening);
    }
}
