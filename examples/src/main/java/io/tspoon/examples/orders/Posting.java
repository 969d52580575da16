/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

/**
 * What one order changed at one key.
 *
 * @param account state and key
 * @param stock whether it is pieces in a warehouse; else cents of a customer's credit
 * @param timestamp place of the order in the serial order
 * @param opening what there was before the first order
 * @param taken what the order took
 * @param balance what the t-graph says is left
 */
public record Posting(
        String account, boolean stock, long timestamp, long opening, long taken, long balance) {}
