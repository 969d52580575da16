/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import java.util.List;

/**
 * The message about what one warehouse sends for one order. Jackson writes it as JSON.
 *
 * @param parcel number of this parcel within the order, from 1
 * @param parcels number of parcels of the order, one for each of its warehouses
 * @param lines contents by item
 * @param timestamp place of the order in the serial order of all orders
 */
public record Shipment(
        String order, String warehouse, int parcel, int parcels, List<Line> lines, long timestamp) {
    /** Pieces of one item. */
    public record Line(String item, int quantity) {}
}
