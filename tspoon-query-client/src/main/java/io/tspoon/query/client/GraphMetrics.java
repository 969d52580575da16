/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.transaction.AbortReason;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.PublicEvolving;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Metrics of a t-graph, over all its coordinators. Counters start at 0 with the coordinators, so
 * they fall at a failover.
 *
 * @param time when it was measured, by the server's clock
 * @param coordinators number of coordinators that have reported
 * @param committed number of committed transactions
 * @param aborted number of aborted transactions
 * @param retries number of attempts that were executed again
 * @param inFlight number of transactions in flight at the moment
 * @param latencyP50Ms median latency of recent transactions in milliseconds; empty if there were
 *     none
 * @param latencyP99Ms highest 99th percentile of the latency among the coordinators in
 *     milliseconds; empty if there were none
 * @param stableLagMs how far back the oldest transaction in flight is, in milliseconds
 * @param abortReasons why transactions were aborted, most frequent first
 * @param lastTransactions some of the last transactions, latest first: of each the first reason
 *     only, with texts cut to 200 characters, and no key if it was called
 * @param hottestKeys the keys that are accessed most, hottest first
 */
@PublicEvolving
public record GraphMetrics(
        Instant time,
        int coordinators,
        long committed,
        long aborted,
        long retries,
        long inFlight,
        OptionalDouble latencyP50Ms,
        OptionalDouble latencyP99Ms,
        long stableLagMs,
        List<Aborts> abortReasons,
        List<TransactionOutcome> lastTransactions,
        List<HotKey> hottestKeys) {
    /**
     * How many transactions were aborted for a reason. One with several reasons counts under its
     * first.
     *
     * @param kind what has aborted them
     * @param operator the state or stateless operation where
     * @param rule the violated constraint, the reason that user code gave, and so on; empty for all
     *     rules together beyond the hundred that are counted one by one
     * @param transactions their number
     */
    @PublicEvolving
    public record Aborts(AbortReason.Kind kind, String operator, String rule, long transactions) {}

    /**
     * A key that is often accessed, as far as a sample tells.
     *
     * @param state name of the state, of several states of a key that of the first
     * @param instance index of the instance that has the key
     * @param key JSON of the key
     * @param share of the accesses that were sampled last at this instance, 1 for all of them
     */
    @PublicEvolving
    public record HotKey(String state, int instance, JsonNode key, double share) {}
}
