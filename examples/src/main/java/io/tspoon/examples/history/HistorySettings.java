/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.query.client.Consistency;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/**
 * What the job does: the checked options.
 *
 * @param log URI of the directory of the write-ahead log; null for none
 * @param transactions number of random transactions that come by the stream, before the last read
 * @param calls number of random transactions that are called from outside; 0 for none
 * @param keys number of keys
 * @param states number of states that hold the keys, 1 or 2
 * @param maxInFlight maximum number of transactions in flight at each coordinator
 * @param checkpointMs interval of checkpoints in milliseconds; 0 for none
 * @param failEvery number of transactions from one failure to the next; 0 for no failures
 * @param queries number of queries from outside while the job runs; 0 for none
 * @param queryConsistency consistency of the queries
 * @param out file of the history
 */
record HistorySettings(
        Workload workload,
        IsolationLevel isolation,
        ConcurrencyControl concurrencyControl,
        @Nullable String log,
        long transactions,
        int calls,
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
     * How often the job may fail before it is given up. Each failure takes back less than three
     * fifths of the transactions since the failure before it.
     */
    int mostFailures() {
        long asked = failEvery == 0 ? 0 : 4 * transactions / failEvery + SPARE_FAILURES;
        return (int) Math.min(asked, Integer.MAX_VALUE);
    }

    /** Number of all random transactions; those of the stream have the first numbers. */
    long random() {
        return transactions + calls;
    }

    /** Whether somebody outside sends requests, which transactions of the stream wait for. */
    boolean hasClients() {
        return queries > 0 || calls > 0;
    }

    /** Whether a failure may take back what was answered, so that callers wait for a checkpoint. */
    boolean answersAreRevoked() {
        return log == null && failEvery > 0;
    }

    RequestGenerator generator() {
        return new RequestGenerator(workload, keys, seed, random());
    }
}
