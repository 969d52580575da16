/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** What must hold of the jobs that measure a recovery, or there are no figures. */
public final class RecoveryChecks {
    /** How long a job may take for each step. */
    public static final Duration TIMEOUT = Duration.ofMinutes(3);

    private RecoveryChecks() {}

    /** Waits until a job has so many results. */
    public static void await(RunningJob job, BooleanSupplier hasResults, String name) {
        if (!job.await(hasResults, TIMEOUT)) {
            throw new BenchmarkException(
                    "Cannot measure recovery: too few results, job="
                            + name
                            + ", waited="
                            + TIMEOUT);
        }
    }

    /**
     * Two numbers are the same.
     *
     * @param rule why they must be
     */
    public static void check(long found, long expected, String rule, String name) {
        if (found != expected) {
            throw new BenchmarkException(
                    "Cannot trust "
                            + name
                            + ": "
                            + rule
                            + ", found="
                            + found
                            + ", expected="
                            + expected);
        }
    }
}
