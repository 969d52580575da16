/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.queries;

import io.tspoon.benchmarks.harness.BenchmarkException;

/**
 * The rate of transfers that go on beside readers. What is due and late comes as soon as it can, so
 * a job that keeps pace is never far behind.
 *
 * @param perSecond transfers that are due in a second
 */
record Pace(double perSecond) {
    private static final double MOST_BEHIND_S = 0.5;
    private static final double MOST_BEHIND_SHARE = 0.05;

    /**
     * Checks that readers did not starve the transfers that they were measured beside.
     *
     * @param job its name
     * @param results so many transfers were executed
     * @param seconds in this time
     */
    void check(String job, long results, double seconds) {
        double behindS = seconds - results / perSecond;
        if (behindS > Math.max(MOST_BEHIND_S, MOST_BEHIND_SHARE * seconds)) {
            throw new BenchmarkException(
                    "Cannot trust "
                            + job
                            + ": transfers did not keep pace with readers, results="
                            + results
                            + ", due="
                            + Math.round(perSecond * seconds));
        }
    }
}
