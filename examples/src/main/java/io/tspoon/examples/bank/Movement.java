/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

/**
 * One side of an order.
 *
 * @param account whose balance changes
 * @param amount minor units, negative when money leaves
 * @param receivedAtMicros as in the order
 */
public record Movement(String account, long amount, long receivedAtMicros) {}
