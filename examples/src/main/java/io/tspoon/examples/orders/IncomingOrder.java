/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import org.jspecify.annotations.Nullable;

/**
 * A message that should contain an order.
 *
 * @param key number of the order; place of the message if it is malformed
 * @param order the order; null if the message is malformed
 * @param problem why the message is malformed; empty if it is not
 */
public record IncomingOrder(String key, @Nullable Order order, String problem) {}
