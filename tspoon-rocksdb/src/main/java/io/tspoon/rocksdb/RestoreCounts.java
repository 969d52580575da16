/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.runtime.state.StateBackend.CustomInitializationMetrics;

/**
 * Which bytes one restore has moved.
 *
 * @param linkedBytes of files that the process had
 * @param fetchedBytes of files that came from the storage
 * @param rebuiltBytes of files whose entries were put into another database one by one
 * @param linksMs how long it took to link and to fetch
 */
record RestoreCounts(long linkedBytes, long fetchedBytes, long rebuiltBytes, long linksMs) {
    static final RestoreCounts NONE = new RestoreCounts(0, 0, 0, 0);

    /** Goes into Flink's report of the start; it knows durations only, but adds any number up. */
    void report(CustomInitializationMetrics metrics) {
        metrics.addMetric("KeptLinksDurationMs", linksMs);
        metrics.addMetric("KeptLinkedBytes", linkedBytes);
        metrics.addMetric("KeptFetchedBytes", fetchedBytes);
        metrics.addMetric("KeptRebuiltBytes", rebuiltBytes);
    }
}
