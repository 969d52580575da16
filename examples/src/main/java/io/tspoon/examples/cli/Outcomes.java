/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@link InputTally} and {@link OutcomeTally} have counted.
 *
 * @param inputs elements that entered the t-graph
 * @param commits committed transactions
 * @param aborts aborted transactions
 * @param retries attempts that were repeated
 * @param rules how often each rule was a reason to abort; a transaction may break several rules
 */
public record Outcomes(
        long inputs, long commits, long aborts, long retries, Map<String, Long> rules) {
    static final String INPUTS = "inputs";
    static final String COMMITS = "commits";
    static final String ABORTS = "aborts";
    static final String RETRIES = "retries";
    static final String RULE = "rule: ";

    /** Reads the accumulators of a job; a missing one counts as 0. */
    public static Outcomes of(Map<String, Object> counts) {
        Map<String, Long> rules = new TreeMap<>();
        for (String name : counts.keySet()) {
            if (name.startsWith(RULE)) {
                rules.put(name.substring(RULE.length()), count(counts, name));
            }
        }
        return new Outcomes(
                count(counts, INPUTS),
                count(counts, COMMITS),
                count(counts, ABORTS),
                count(counts, RETRIES),
                rules);
    }

    /** The value of an accumulator; 0 if it is missing. */
    public static long count(Map<String, Object> counts, String name) {
        return counts.get(name) instanceof Long count ? count : 0;
    }

    public long results() {
        return commits + aborts;
    }

    /** How many transactions a rule has aborted. */
    public long aborts(String rule) {
        return rules.getOrDefault(rule, 0L);
    }

    /** Whether each element has one result. */
    public boolean areComplete() {
        return inputs == results();
    }

    /** Prints one line of progress for a running job. */
    public void showProgress(PrintWriter out) {
        if (inputs > 0) {
            out.printf(
                    Locale.ROOT,
                    "%,d messages, %,d committed, %,d aborted, %,d retried%n",
                    inputs,
                    commits,
                    aborts,
                    retries);
        }
    }

    /**
     * Prints the results and the reasons of aborted transactions.
     *
     * @param committed the example's word for a committed transaction
     * @param aborted the example's word for an aborted one
     */
    public void show(PrintWriter out, String committed, String aborted, double seconds) {
        out.printf(
                Locale.ROOT, "Messages   %,d in %.1f s with the start of Flink%n", inputs, seconds);
        out.printf(
                Locale.ROOT,
                "Results    %,d %s, %,d %s, %,d retried executions%n",
                commits,
                committed,
                aborts,
                aborted,
                retries);
        rules.forEach((rule, times) -> out.printf(Locale.ROOT, "%,13d %s%n", times, rule));
    }
}
