/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

/**
 * One side of an order: a change of one account.
 *
 * @param account account whose balance changes
 * @param amount minor units; negative for the payer
 * @param receivedAtMicros arrival time of the order
 */
public record Movement(Account account, long amount, long receivedAtMicros) {}
