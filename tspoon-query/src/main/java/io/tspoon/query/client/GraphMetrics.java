/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import java.time.Instant;
import java.util.OptionalDouble;

/**
 * How a t-graph is doing, over all its coordinators. Counters begin at 0 when the coordinators
 * start, and so fall at a failover.
 *
 * @param time when it was measured, by the server's clock
 * @param coordinators how many have told
 * @param committed transactions
 * @param aborted transactions
 * @param retries attempts that were executed again
 * @param inFlight transactions at the moment
 * @param latencyP50Ms median latency of recent transactions in milliseconds; empty if there were
 *     none
 * @param latencyP99Ms the highest 99th percentile among the coordinators
 * @param stableLagMs how far the oldest transaction in flight lies back, in milliseconds
 */
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
