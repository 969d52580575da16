/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

/**
 * What a job has counted up to some moment.
 *
 * @param results everything that reached the sinks
 * @param aborted results of aborted transactions among them
 * @param retries executions beyond the first, of all results
 */
public record Counts(long results, long aborted, long retries) {
    public static final Counts ZERO = new Counts(0, 0, 0);

    public Counts plus(Counts other) {
        return new Counts(
                results + other.results, aborted + other.aborted, retries + other.retries);
    }

    /** What was counted since an earlier moment. */
    public Counts since(Counts earlier) {
        return new Counts(
                results - earlier.results, aborted - earlier.aborted, retries - earlier.retries);
    }
}
