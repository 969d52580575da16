/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.fix;

/**
 * An order to buy, as a FIX message would bring it.
 *
 * @param id unique id of the order
 * @param customer who pays
 * @param symbol what to buy
 * @param quantity how many pieces
 * @param limitCents what a piece may cost
 */
public record FixOrder(String id, String customer, String symbol, int quantity, long limitCents) {
    long cents() {
        return quantity * limitCents;
    }
}
