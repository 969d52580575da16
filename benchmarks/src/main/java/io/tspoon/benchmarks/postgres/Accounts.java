/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.postgres;

import io.tspoon.benchmarks.bank.Transfer;
import io.tspoon.benchmarks.harness.BenchmarkException;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The table of accounts, and the function that executes a transfer.
 *
 * @param url of the database
 */
record Accounts(String url) {
    /** Against deadlocks. */
    private static final String LOCK_IN_KEY_ORDER =
            "PERFORM 1 FROM account WHERE id IN (source, destination) ORDER BY id FOR UPDATE;";

    private static String function(String name, String first) {
        return String.format(
                Locale.ROOT,
                """
                CREATE OR REPLACE FUNCTION %s(source int, destination int, amount bigint)
                RETURNS boolean LANGUAGE plpgsql AS $$
                BEGIN
                  %s
                  UPDATE account SET balance = balance - amount
                    WHERE id = source AND balance >= amount;
                  IF NOT FOUND THEN RETURN false; END IF;
                  UPDATE account SET balance = balance + amount WHERE id = destination;
                  RETURN true;
                END $$
                """,
                name,
                first);
    }

    /** Makes all accounts anew. */
    void reset(int accounts, long balance) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS account");
            statement.execute(
                    "CREATE TABLE account (id int PRIMARY KEY,"
                            + " balance bigint NOT NULL CHECK (balance >= 0))"
                            + " WITH (fillfactor = 50)");
            statement.execute(
                    "INSERT INTO account SELECT id, "
                            + balance
                            + " FROM generate_series(0, "
                            + (accounts - 1)
                            + ") AS id");
            statement.execute(function("transfer_locked", LOCK_IN_KEY_ORDER));
            statement.execute(function("transfer", ""));
            statement.execute("VACUUM ANALYZE account");
        } catch (SQLException e) {
            throw new BenchmarkException("Cannot make accounts: accounts=" + accounts, e);
        }
    }

    /** Checks that no money was lost or made. */
    void checkSum(String name, long expected) {
        long sum = 0;
        for (long balance : balances().values()) {
            sum += balance;
        }
        if (sum != expected) {
            throw new BenchmarkException(
                    "Cannot trust "
                            + name
                            + ": money is not conserved, sum="
                            + sum
                            + ", expected="
                            + expected);
        }
    }

    /** Checks that each account holds what committed transfers have left there. */
    void check(String name, long initialBalance, Collection<Transfer> committed) {
        Map<Integer, Long> expected = new HashMap<>();
        for (Transfer transfer : committed) {
            expected.merge(transfer.source(), -transfer.amount(), Long::sum);
            expected.merge(transfer.destination(), transfer.amount(), Long::sum);
        }
        balances()
                .forEach(
                        (account, balance) -> {
                            long delta = expected.getOrDefault(account, 0L);
                            if (balance < 0 || balance != initialBalance + delta) {
                                throw new BenchmarkException(
                                        "Cannot trust "
                                                + name
                                                + ": wrong balance, account="
                                                + account
                                                + ", balance="
                                                + balance
                                                + ", expected="
                                                + (initialBalance + delta));
                            }
                        });
    }

    /** What each of them holds. */
    Map<Integer, Long> balances() {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id, balance FROM account")) {
            Map<Integer, Long> balances = new HashMap<>();
            while (rows.next()) {
                balances.put(rows.getInt(1), rows.getLong(2));
            }
            return balances;
        } catch (SQLException e) {
            throw new BenchmarkException("Cannot read accounts", e);
        }
    }
}
