/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * The figures of a coordinator since it started.
 *
 * @param committed committed transactions
 * @param aborted aborted transactions
 * @param retries attempts that were executed again
 * @param inFlight transactions in flight at the moment
 * @param latencyP50Ns median latency of recent transactions, from admission to result, in
 *     nanoseconds; NaN if there were none
 * @param latencyP99Ns 99th percentile of the same latency
 * @param stableLagMs age of the oldest transaction in flight, in milliseconds; 0 if there is none
 * @param backlog what waits to be executed
 * @param horizonHolder the instance for which all chains wait; empty if nothing is in flight or
 *     executed in chains
 * @param causes how many transactions were aborted for which reason, most frequent first
 * @param last some of the last transactions, latest first
 */
@Internal
public record CoordinatorStatus(
        long committed,
        long aborted,
        long retries,
        int inFlight,
        double latencyP50Ns,
        double latencyP99Ns,
        long stableLagMs,
        Backlog backlog,
        String horizonHolder,
        List<AbortCount> causes,
        List<RetainedOutcome> last) {}
