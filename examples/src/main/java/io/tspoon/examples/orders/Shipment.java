/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import java.util.List;

/**
 * What one warehouse sends for one order.
 *
 * @param parcel which one of the order's parcels, from 1
 * @param parcels how many the order has: one for each of its warehouses
 * @param lines what is in it, by item
 * @param timestamp place of the order in the serial order of all orders
 */
public record Shipment(
        String order, String warehouse, int parcel, int parcels, List<Line> lines, long timestamp) {
    /** Pieces of one item. */
    public record Line(String item, int quantity) {}
}
