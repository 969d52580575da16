/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.postgres;

import io.tspoon.benchmarks.bank.Transfer;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Executes several transfers in one transaction, on a connection of its own: locks and reads all
 * rows in the order of keys, computes, writes all rows.
 */
final class TransferBatch implements AutoCloseable {
    private static final String READ =
            "SELECT id, balance FROM account WHERE id = ANY (?) ORDER BY id FOR UPDATE";
    private static final String WRITE =
            "UPDATE account SET balance = changed.balance"
                    + " FROM unnest(?::int[], ?::bigint[]) AS changed(id, balance)"
                    + " WHERE account.id = changed.id";

    private final Connection connection;
    private final PreparedStatement read;
    private final PreparedStatement write;

    TransferBatch(String url) throws SQLException {
        connection = DriverManager.getConnection(url);
        connection.setAutoCommit(false);
        read = connection.prepareStatement(READ);
        write = connection.prepareStatement(WRITE);
    }

    /** Whether each of the transfers was possible, in the order given. */
    List<Boolean> execute(List<Transfer> transfers) throws SQLException {
        Map<Integer, Long> balances = read(transfers);
        List<Boolean> possible = new ArrayList<>(transfers.size());
        for (Transfer transfer : transfers) {
            long rest = balances.getOrDefault(transfer.source(), 0L) - transfer.amount();
            if (rest >= 0) {
                balances.put(transfer.source(), rest);
                balances.merge(transfer.destination(), transfer.amount(), Long::sum);
            }
            possible.add(rest >= 0);
        }
        write.setArray(1, connection.createArrayOf("int4", balances.keySet().toArray()));
        write.setArray(2, connection.createArrayOf("int8", balances.values().toArray()));
        write.executeUpdate();
        connection.commit();
        return possible;
    }

    private Map<Integer, Long> read(List<Transfer> transfers) throws SQLException {
        Map<Integer, Long> balances = new TreeMap<>();
        for (Transfer transfer : transfers) {
            balances.put(transfer.source(), 0L);
            balances.put(transfer.destination(), 0L);
        }
        read.setArray(1, connection.createArrayOf("int4", balances.keySet().toArray()));
        try (ResultSet rows = read.executeQuery()) {
            while (rows.next()) {
                balances.put(rows.getInt(1), rows.getLong(2));
            }
        }
        return balances;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
