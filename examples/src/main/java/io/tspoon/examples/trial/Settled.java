/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a result says, except for the number of attempts. Two equal results say the same.
 *
 * <p>As a line: {@code number id timestamp COMMITTED account=balance,account=balance}.
 *
 * @param number number of the transfer, which is the key of its transaction, behind the name of who
 *     called it if there is one
 * @param id id of the transaction
 * @param timestamp place in the serial order
 * @param balances installed balances by account; empty if it was aborted
 */
public record Settled(
        long number,
        long id,
        long timestamp,
        boolean committed,
        SortedMap<Integer, Long> balances) {
    /** Name of the state that holds the balance of each account. */
    public static final String STATE = "balance";

    private static final String COMMITTED = "COMMITTED";
    private static final String ABORTED = "ABORTED";
    private static final String NOTHING = "-";
    private static final char CALLER_END = ':';
    private static final int FIELDS = 5;

    /**
     * What a result says about the state {@value #STATE}; it may have updated other states, too.
     */
    public static Settled of(TransactionResult<?> result) {
        SortedMap<Integer, Long> balances = new TreeMap<>();
        for (StateUpdate update : result.updates()) {
            if (!update.state().equals(STATE)) {
                continue;
            }
            if (update.key() instanceof Integer account && update.value() instanceof Long balance) {
                balances.put(account, balance);
            } else {
                throw new IllegalStateException("Cannot read update: no balance, update=" + update);
            }
        }
        return new Settled(
                Long.parseLong(result.key().substring(result.key().indexOf(CALLER_END) + 1)),
                result.id().value(),
                result.timestamp().value(),
                result.isCommitted(),
                balances);
    }

    public String line() {
        String updates =
                balances.entrySet().stream()
                        .map(Map.Entry::toString)
                        .collect(Collectors.joining(","));
        return number
                + " "
                + id
                + " "
                + timestamp
                + " "
                + (committed ? COMMITTED : ABORTED)
                + " "
                + (updates.isEmpty() ? NOTHING : updates);
    }

    /**
     * Parses a line.
     *
     * @throws IllegalArgumentException if the line does not have the format of {@link #line}
     */
    static Settled parse(String line) {
        String[] fields = line.split(" ", -1);
        if (fields.length != FIELDS
                || !(fields[3].equals(COMMITTED) || fields[3].equals(ABORTED))) {
            throw new IllegalArgumentException("Cannot read result: no such line, line=" + line);
        }
        SortedMap<Integer, Long> balances = new TreeMap<>();
        if (!fields[4].equals(NOTHING)) {
            for (String update : fields[4].split(",", -1)) {
                int equals = update.indexOf('=');
                balances.put(
                        Integer.parseInt(update.substring(0, equals)),
                        Long.parseLong(update.substring(equals + 1)));
            }
        }
        return new Settled(
                Long.parseLong(fields[0]),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                fields[3].equals(COMMITTED),
                balances);
    }
}
