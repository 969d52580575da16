/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

import java.io.IOException;
import java.io.Reader;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The balance of each account before its first order. It depends on nothing but the account, so it
 * does not matter whether the account first pays or is paid.
 *
 * <p>Either all accounts of this bank start with the same amount, and those at other banks ({@code
 * bank:account}) with 0; or a file lists the amounts, and accounts that it does not list start with
 * 0.
 *
 * @param own minor units for accounts of this bank that are not listed
 * @param listed minor units by account
 */
record OpeningBalances(long own, HashMap<String, Long> listed) implements Serializable {
    private static final char OTHER_BANK = ':';

    /** The same amount for all accounts of this bank. */
    static OpeningBalances same(long own) {
        return new OpeningBalances(own, new HashMap<>());
    }

    /**
     * Parses the option: an amount, or the path of a CSV file of accounts and amounts.
     *
     * @throws IllegalArgumentException if it is neither, or a balance is negative
     */
    static OpeningBalances parse(String option) {
        Path file = Path.of(option);
        if (Files.isRegularFile(file)) {
            return read(file);
        }
        try {
            return same(notNegative(Money.parse(option)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "neither a file nor an amount (" + e.getMessage() + ")", e);
        }
    }

    /** The opening balance of an account in minor units. */
    long of(String account) {
        Long balance = listed.get(account);
        if (balance != null) {
            return balance;
        }
        return account.indexOf(OTHER_BANK) < 0 ? own : 0;
    }

    private static OpeningBalances read(Path file) {
        Map<String, Long> listed = new HashMap<>();
        try (Reader reader = Files.newBufferedReader(file)) {
            for (CSVRecord line : CSVFormat.DEFAULT.parse(reader)) {
                boolean header = line.getRecordNumber() == 1 && isHeader(line);
                if (!header) {
                    listed.put(line.get(0).trim(), balance(line));
                }
            }
        } catch (IOException | UncheckedIOException e) {
            throw new IllegalArgumentException("file cannot be read: " + e.getMessage(), e);
        }
        return new OpeningBalances(0, new HashMap<>(listed));
    }

    private static boolean isHeader(CSVRecord line) {
        return line.size() == 2 && line.get(1).chars().noneMatch(Character::isDigit);
    }

    private static long balance(CSVRecord line) {
        try {
            if (line.size() != 2) {
                throw new NumberFormatException("it must be: account,amount");
            }
            return notNegative(Money.parse(line.get(1).trim()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "record " + line.getRecordNumber() + ": " + e.getMessage(), e);
        }
    }

    private static long notNegative(long balance) {
        if (balance < 0) {
            throw new NumberFormatException("amount is negative: " + Money.format(balance));
        }
        return balance;
    }
}
