/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import java.util.List;

/**
 * The message about an order that was refused. Jackson writes it as JSON.
 *
 * @param order number of the order; place of the message if it was malformed
 * @param reasons why the order was refused, at least one
 * @param timestamp place of the order in the serial order of all orders
 */
public record Rejection(String order, List<String> reasons, long timestamp) {}
