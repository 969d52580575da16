/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

/**
 * The balance of an account after one transaction.
 *
 * @param timestamp timestamp of the transaction; {@link #OPENING} for the opening balance
 * @param balance minor units
 */
public record BalanceVersion(Account account, long timestamp, long balance) {
    /** Lower than the timestamp of every transaction. */
    static final long OPENING = 0;

    /** Whether this version replaces another version of the same account. */
    boolean isAfter(BalanceVersion other) {
        return timestamp > other.timestamp;
    }
}
