/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import java.util.List;

/**
 * An order that was refused.
 *
 * @param order its number; where the message was, if it is malformed
 * @param reasons what cannot be done, at least one
 * @param timestamp place of the order in the serial order of all orders
 */
public record Rejection(String order, List<String> reasons, long timestamp) {}
