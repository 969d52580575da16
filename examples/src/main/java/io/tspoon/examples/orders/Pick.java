/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

/**
 * Pieces of one item that one warehouse reserves for an order.
 *
 * @param order number of the order
 */
public record Pick(String order, String warehouse, String item, int quantity) {
    /** The key of the stock. */
    Place place() {
        return new Place(warehouse, item);
    }
}
