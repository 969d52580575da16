/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.cli.Outcomes;

import java.util.Map;

/**
 * What the books show at the end of the input.
 *
 * @param keys number of keys that were compared; like all other values 0 before the input ends
 * @param wrong keys whose balance is negative, or does not match what the orders took
 */
record BookTotals(
        long keys,
        long stockOpening,
        long stockTaken,
        long stockLeft,
        long creditOpening,
        long creditTaken,
        long creditLeft,
        long wrong) {
    static final String KEYS = "keys";
    static final String STOCK_OPENING = "stock opening";
    static final String STOCK_TAKEN = "stock taken";
    static final String STOCK_LEFT = "stock left";
    static final String CREDIT_OPENING = "credit opening";
    static final String CREDIT_TAKEN = "credit taken";
    static final String CREDIT_LEFT = "credit left";
    static final String WRONG = "wrong";

    static BookTotals of(Map<String, Object> counts) {
        return new BookTotals(
                Outcomes.count(counts, KEYS),
                Outcomes.count(counts, STOCK_OPENING),
                Outcomes.count(counts, STOCK_TAKEN),
                Outcomes.count(counts, STOCK_LEFT),
                Outcomes.count(counts, CREDIT_OPENING),
                Outcomes.count(counts, CREDIT_TAKEN),
                Outcomes.count(counts, CREDIT_LEFT),
                Outcomes.count(counts, WRONG));
    }
}
