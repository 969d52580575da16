/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.flink.operator.RecentHistogram;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;

import java.util.function.IntSupplier;

/** The metrics of a coordinator's calls, in the group {@code tspoon} of the open operator. */
final class CallMetrics {
    /** Calls whose transactions are over. */
    final Counter calls;

    /** Those of them that aborted. */
    final Counter abortedCalls;

    /** Those of them whose functions threw an exception. */
    final Counter failedCalls;

    /** Requests that were answered with the outcome of an earlier one. */
    final Counter repeatedCalls;

    /** Requests that were refused, and whose call was not executed. */
    final Counter refusedCalls;

    /** From taking a call to its outcome. */
    final Histogram latencyNanos;

    private volatile long retained;

    CallMetrics(MetricGroup group, IntSupplier waiting) {
        MetricGroup own = group.addGroup("tspoon");
        calls = own.counter("calls");
        abortedCalls = own.counter("abortedCalls");
        failedCalls = own.counter("failedCalls");
        repeatedCalls = own.counter("repeatedCalls");
        refusedCalls = own.counter("refusedCalls");
        latencyNanos = own.histogram("callLatencyNanos", RecentHistogram.ofNanos());
        own.gauge("waitingCalls", waiting::getAsInt);
        own.gauge("retainedCalls", () -> retained);
    }

    void retained(long size) {
        retained = size;
    }
}
