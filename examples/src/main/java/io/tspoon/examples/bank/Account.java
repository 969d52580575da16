/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

/**
 * An account: the key of the balances. Bank and number stay apart, as they come from outside: glued
 * with a separator, {@code DE:1} and {@code 2} would be the same account as {@code DE} and {@code
 * 1:2}.
 *
 * @param bank the bank that has the account; empty for this bank
 */
public record Account(String bank, String number) {
    /** An account at this bank. */
    static Account here(String number) {
        return new Account("", number);
    }

    boolean isHere() {
        return bank.isEmpty();
    }
}
