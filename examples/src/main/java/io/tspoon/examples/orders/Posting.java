/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

/**
 * The change that one order made at one key.
 *
 * @param account state and key
 * @param stock whether the amounts are pieces in a warehouse; otherwise cents of a customer's
 *     credit
 * @param timestamp place of the order in the serial order
 * @param opening amount before the first order
 * @param taken amount that the order took
 * @param balance amount that is left according to the t-graph
 */
public record Posting(
        String account, boolean stock, long timestamp, long opening, long taken, long balance) {}
