/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

/**
 * What is remembered of an order, so that it can be refunded once.
 *
 * @param percent by how much a coupon made it cheaper
 */
public record PlacedOrder(Command.Order order, int percent, boolean refunded) {}
