/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The balance of each account before its first order. It depends on nothing but the account, so it
 * does not matter whether the account first pays or is paid.
 *
 * <p>Either all accounts of this bank start with the same amount, and those at other banks with 0;
 * or a file lists the amounts, and accounts that it does not list start with 0.
 *
 * @param own minor units for accounts of this bank that are not listed
 * @param listed minor units by bank and number of the account
 */
record OpeningBalances(long own, HashMap<String, HashMap<String, Long>> listed)
        implements Serializable {
    /** The same amount for all accounts of this bank. */
    static OpeningBalances same(long own) {
        return new OpeningBalances(own, new HashMap<>());
    }

    /**
     * Parses the option: an amount, or the path of a CSV file of accounts and amounts.
     *
     * @param charset encoding of the file
     * @throws IllegalArgumentException if it is neither, if a line of the file is malformed or
     *     names an account again, or if a balance is negative
     */
    static OpeningBalances parse(String option, Charset charset) {
        Path file = Path.of(option);
        if (Files.isRegularFile(file)) {
            return read(file, charset);
        }
        try {
            return same(notNegative(Money.parse(option)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "neither a file nor an amount (" + e.getMessage() + ")", e);
        }
    }

    /** The opening balance of an account in minor units. */
    long of(Account account) {
        Map<String, Long> ofBank = listed.get(account.bank());
        Long balance = ofBank == null ? null : ofBank.get(account.number());
        if (balance != null) {
            return balance;
        }
        return account.isHere() ? own : 0;
    }

    private static OpeningBalances read(Path file, Charset charset) {
        HashMap<String, HashMap<String, Long>> listed = new HashMap<>();
        try (OpeningLines lines = new OpeningLines(Files.newInputStream(file), charset)) {
            while (lines.hasNext()) {
                OpeningLines.Opening next = lines.next();
                Long before =
                        listed.computeIfAbsent(next.account().bank(), bank -> new HashMap<>())
                                .put(next.account().number(), notNegative(next.balance()));
                if (before != null) {
                    throw new IllegalArgumentException(
                            "an account is there twice, account=" + next.account());
                }
            }
        } catch (IOException | UncheckedIOException e) {
            throw new IllegalArgumentException("file cannot be read: " + e.getMessage(), e);
        }
        if (listed.isEmpty()) {
            throw new IllegalArgumentException("the file lists no account");
        }
        return new OpeningBalances(0, listed);
    }

    private static long notNegative(long balance) {
        if (balance < 0) {
            throw new NumberFormatException("amount is negative: " + Money.format(balance));
        }
        return balance;
    }
}
