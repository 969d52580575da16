/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.util.Map;

/**
 * What the job has counted so far, or in the end: the values of its accumulators.
 *
 * @param orders well-formed orders
 * @param calls transfers that were called
 * @param rejects malformed lines
 * @param commits committed orders and calls
 * @param aborts aborted orders and calls
 * @param retries attempts that were repeated
 * @param latencies counts of a {@link LatencyHistogram}
 * @param accounts accounts that an order named; like the following values 0 before the input ends
 * @param opening what the accounts held before their first order, in minor units
 * @param closing what the accounts hold in the end, in minor units
 * @param overdrawn accounts with a balance below 0
 */
record Totals(
        long orders,
        long calls,
        long rejects,
        long commits,
        long aborts,
        long retries,
        long[] latencies,
        long accounts,
        long opening,
        long closing,
        long overdrawn) {
    static final String ORDERS = "orders";
    static final String CALLS = "calls";
    static final String REJECTS = "rejects";
    static final String COMMITS = "commits";
    static final String ABORTS = "aborts";
    static final String RETRIES = "retries";
    static final String LATENCIES = "latencies";
    static final String ACCOUNTS = "accounts";
    static final String OPENING = "opening";
    static final String CLOSING = "closing";
    static final String OVERDRAWN = "overdrawn";

    static final Totals NONE = of(Map.of());

    /** Reads the values of the job's accumulators; a missing one counts as 0. */
    static Totals of(Map<String, Object> values) {
        return new Totals(
                count(values, ORDERS),
                count(values, CALLS),
                count(values, REJECTS),
                count(values, COMMITS),
                count(values, ABORTS),
                count(values, RETRIES),
                values.get(LATENCIES) instanceof long[] counts ? counts : new long[0],
                count(values, ACCOUNTS),
                count(values, OPENING),
                count(values, CLOSING),
                count(values, OVERDRAWN));
    }

    /** Orders and calls that have a result. */
    long results() {
        return commits + aborts;
    }

    /** Whether the input has ended, so that the closing balances are known. */
    boolean areFinal() {
        return accounts > 0 || commits == 0;
    }

    /**
     * Whether each order has one result, no money appeared or vanished, and no account is
     * overdrawn.
     */
    boolean areSound() {
        return areFinal() && orders + calls == results() && opening == closing && overdrawn == 0;
    }

    private static long count(Map<String, Object> values, String name) {
        return values.get(name) instanceof Long count ? count : 0;
    }
}
