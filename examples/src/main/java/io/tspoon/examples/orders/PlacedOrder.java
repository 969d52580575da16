/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

/**
 * What is remembered of an order that was accepted.
 *
 * @param totalCents what it cost
 */
public record PlacedOrder(String customer, long totalCents) {}
