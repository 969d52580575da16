/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

/**
 * What the state remembers of an accepted order.
 *
 * @param totalCents cost of the order
 */
public record PlacedOrder(String customer, long totalCents) {}
