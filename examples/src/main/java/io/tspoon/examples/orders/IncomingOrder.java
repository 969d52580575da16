/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import org.jspecify.annotations.Nullable;

/**
 * A message that should be an order.
 *
 * @param key the order's number; where the message was, if it is malformed
 * @param order null if it is malformed
 * @param problem why it is malformed; empty if it is not
 */
public record IncomingOrder(String key, @Nullable Order order, String problem) {}
