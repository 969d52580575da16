/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import org.apache.flink.annotation.PublicEvolving;

import java.time.Instant;
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
        long stableLagMs) {}
