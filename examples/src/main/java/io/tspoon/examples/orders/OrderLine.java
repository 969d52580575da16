/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.messages.RequiredText;

/**
 * A line of an order.
 *
 * @param warehouse warehouse to take the item from
 * @param quantity number of pieces, at least 1
 * @param priceCents price of one piece, at least 0
 */
public record OrderLine(String warehouse, String item, int quantity, long priceCents) {
    public OrderLine {
        RequiredText.check("warehouse", warehouse);
        RequiredText.check("item", item);
        if (quantity < 1) {
            throw new IllegalArgumentException("quantity is below 1, quantity=" + quantity);
        }
        if (priceCents < 0) {
            throw new IllegalArgumentException("price is below 0, priceCents=" + priceCents);
        }
    }

    long totalCents() {
        return Math.multiplyExact(quantity, priceCents);
    }
}
