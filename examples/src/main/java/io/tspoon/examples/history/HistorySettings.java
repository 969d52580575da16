/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.query.client.Consistency;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import java.nio.file.Path;

/**
 * What the job does: the options, checked.
 *
 * @param transactions random ones, before the last read
 * @param keys how many there are
 * @param states how many states hold them, 1 or 2
 * @param maxInFlight transactions at each coordinator
 * @param checkpointMs 0 for no checkpoints
 * @param failEvery transactions from one failure to the next; 0 for no failures
 * @param queries asked from outside while the job runs; 0 for none
 * @param queryConsistency of the queries
 * @param out the file to write
 */
record HistorySettings(
        Workload workload,
        IsolationLevel isolation,
        ConcurrencyControl concurrencyControl,
        long transactions,
        int keys,
        int states,
        int parallelism,
        int maxInFlight,
        long seed,
        int checkpointMs,
        int failEvery,
        int queries,
        Consistency queryConsistency,
        Path out) {
    private static final int SPARE_FAILURES = 10;

    /**
     * How often the job may fail until it is given up: a failure takes back less than three fifths
     * of what came since the one before.
     */
    int mostFailures() {
        long asked = failEvery == 0 ? 0 : 4 * transactions / failEvery + SPARE_FAILURES;
        return (int) Math.min(asked, Integer.MAX_VALUE);
    }

    RequestGenerator generator() {
        return new RequestGenerator(workload, keys, seed, transactions);
    }
}
