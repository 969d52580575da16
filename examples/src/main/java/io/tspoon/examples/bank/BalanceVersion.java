/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

/**
 * The balance of an account from some execution on.
 *
 * @param timestamp of the execution; {@link #OPENING} for the opening balance
 * @param balance minor units
 */
public record BalanceVersion(String account, long timestamp, long balance) {
    /** Before all executions. */
    static final long OPENING = 0;

    /** Whether this version replaces another one of the account. */
    boolean isAfter(BalanceVersion other) {
        return timestamp > other.timestamp;
    }
}
