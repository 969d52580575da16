/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.job;

import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import java.util.ArrayList;
import java.util.List;

/**
 * What a result of {@link Bookings} says. As a line: {@code timestamp entrance key COMMITTED
 * what,what}, with {@code -} for nothing.
 *
 * @param timestamp place in the serial order
 * @param entrance by which the transaction has come
 * @param key of the transaction; empty if it has none
 * @param what was emitted, {@code deleted:order}, or what the reason of an abort says
 */
public record Booked(
        long timestamp, String entrance, String key, boolean committed, List<String> what) {
    /** An order was forgotten. */
    public static final String DELETED = "deleted";

    private static final String COMMITTED = "COMMITTED";
    private static final String ABORTED = "ABORTED";
    private static final String NOTHING = "-";
    private static final int FIELDS = 5;

    static Booked of(TransactionResult<String> result) {
        List<String> what = new ArrayList<>(result.emitted());
        for (StateUpdate update : result.updates()) {
            if (update.value() == null) {
                what.add(DELETED + ":" + update.key());
            }
        }
        result.reasons().forEach(reason -> what.add(reason.detail().replaceAll("[ ,]", "_")));
        return new Booked(
                result.timestamp().value(),
                result.entrance(),
                result.key(),
                result.isCommitted(),
                what);
    }

    String line() {
        return String.join(
                " ",
                Long.toString(timestamp),
                entrance,
                key.isEmpty() ? NOTHING : key,
                committed ? COMMITTED : ABORTED,
                what.isEmpty() ? NOTHING : String.join(",", what));
    }

    /**
     * Parses a line.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Booked parse(String line) {
        String[] fields = line.split(" ", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("Cannot read booking: no such line, line=" + line);
        }
        return new Booked(
                Long.parseLong(fields[0]),
                fields[1],
                fields[2].equals(NOTHING) ? "" : fields[2],
                fields[3].equals(COMMITTED),
                fields[4].equals(NOTHING) ? List.of() : List.of(fields[4].split(",", -1)));
    }
}
