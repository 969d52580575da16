/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.books;

import io.tspoon.examples.cli.Outcomes;

import java.util.Map;

/** What the books show at the end of the input; before, all numbers are 0. */
public record BookTotals(Map<String, Object> counts) {
    static final String KEYS = "keys";
    static final String WRONG = "wrong";
    static final String OPENING = "opening: ";
    static final String TAKEN = "taken: ";
    static final String LEFT = "left: ";

    /** Number of keys that were compared. */
    public long keys() {
        return Outcomes.count(counts, KEYS);
    }

    /** Keys whose balance is negative, or does not match what transactions took. */
    public long wrong() {
        return Outcomes.count(counts, WRONG);
    }

    /** The sum of what the keys of a book had before the first transaction. */
    public long opening(String book) {
        return Outcomes.count(counts, OPENING + book);
    }

    /** The sum of what transactions took, by their own numbers. */
    public long taken(String book) {
        return Outcomes.count(counts, TAKEN + book);
    }

    /** The sum of what is left, as the t-graph says. */
    public long left(String book) {
        return Outcomes.count(counts, LEFT + book);
    }

    /** Whether there is nothing to say yet: the job has ended before its input. */
    public boolean areOpen(Outcomes outcomes) {
        return keys() == 0 && outcomes.commits() > 0;
    }
}
