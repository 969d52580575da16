/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

/**
 * The change that one order made at one key.
 *
 * @param key what has changed; the amounts are pieces of stock, or cents of credit
 * @param timestamp place of the order in the serial order
 * @param opening amount before the first order
 * @param taken amount that the order took
 * @param balance amount that is left according to the t-graph
 */
public record Posting(BookKey key, long timestamp, long opening, long taken, long balance) {}
