/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.postgres;

import io.tspoon.benchmarks.bank.Transfer;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;

/** Executes transfers on a connection of its own: one call of a function, one transaction each. */
final class TransferCall implements AutoCloseable {
    /** Serialization failure, deadlock. */
    private static final Set<String> RETRIED = Set.of("40001", "40P01");

    private static final int MAX_ATTEMPTS = 10_000;

    private final Connection connection;
    private final PreparedStatement call;

    TransferCall(String url, Locking locking) throws SQLException {
        connection = DriverManager.getConnection(url);
        if (locking == Locking.SERIALIZABLE) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        }
        String function = locking == Locking.ROWS ? "transfer_locked" : "transfer";
        call = connection.prepareStatement("SELECT " + function + "(?, ?, ?)");
    }

    /**
     * What became of a transfer.
     *
     * @param committed or else there was not enough
     * @param attempts how often it was executed
     */
    record Outcome(boolean committed, int attempts) {}

    Outcome execute(Transfer transfer) throws SQLException {
        call.setInt(1, transfer.source());
        call.setInt(2, transfer.destination());
        call.setLong(3, transfer.amount());
        for (int attempt = 1; ; attempt++) {
            try (ResultSet row = call.executeQuery()) {
                row.next();
                return new Outcome(row.getBoolean(1), attempt);
            } catch (SQLException e) {
                if (!RETRIED.contains(e.getSQLState()) || attempt == MAX_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
