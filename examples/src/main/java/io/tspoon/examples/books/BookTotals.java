/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.books;

import io.tspoon.examples.cli.InputQuality;
import io.tspoon.examples.cli.JobVerdict;
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

    /**
     * Judges a job by its books and its outcomes.
     *
     * @param malformed the rule that aborts malformed messages
     * @param quality how many of them there may be
     * @param sound what to say if all is right
     */
    public JobVerdict judge(
            Outcomes outcomes, String malformed, InputQuality quality, String sound) {
        if (keys() == 0 && outcomes.commits() > 0) {
            return JobVerdict.notEnded();
        }
        if (!outcomes.areComplete() || wrong() > 0) {
            return JobVerdict.notSound(
                    "wrong balances="
                            + wrong()
                            + ", messages="
                            + outcomes.inputs()
                            + ", results="
                            + outcomes.results());
        }
        long rejected = outcomes.aborts(malformed);
        return quality.judge(outcomes.results() - rejected, rejected, sound);
    }
}
