/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.call.CallTaker;
import io.tspoon.read.CoordinatorStatus;
import io.tspoon.read.ReadableCoordinator;
import io.tspoon.read.RetainedOutcome;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorMeter;
import io.tspoon.runtime.feedback.OutcomeMemory;

import org.apache.flink.metrics.HistogramStatistics;
import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;

/** A coordinator as readers see it. */
final class CoordinatorReading implements ReadableCoordinator {
    private static final double MEDIAN = 0.5;
    private static final double P99 = 0.99;

    private final String graph;
    private final int index;
    private final CoordinatorLink link;
    private final OpenMetrics metrics;
    private final HorizonHolder holder;
    private final @Nullable CallTaker calls;

    CoordinatorReading(
            String graph,
            int index,
            CoordinatorLink link,
            OpenMetrics metrics,
            HorizonHolder holder,
            @Nullable CallTaker calls) {
        this.graph = graph;
        this.index = index;
        this.link = link;
        this.metrics = metrics;
        this.holder = holder;
        this.calls = calls;
    }

    @Override
    public String graph() {
        return graph;
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public CoordinatorStatus status() {
        CoordinatorMeter outcomes = link.meter();
        HistogramStatistics latency = metrics.latencyNanos.getStatistics();
        boolean known = latency.size() > 0;
        return new CoordinatorStatus(
                outcomes.commits(),
                outcomes.aborts(),
                metrics.retries.getCount(),
                metrics.inFlight(),
                known ? latency.getQuantile(MEDIAN) : Double.NaN,
                known ? latency.getQuantile(P99) : Double.NaN,
                metrics.oldestAgeMs(),
                metrics.backlog(),
                metrics.inFlight() == 0 ? "" : holder.name(),
                outcomes.causes(),
                outcomes.last());
    }

    @Override
    public @Nullable CompletableFuture<RetainedOutcome> outcome(String entrance, String key) {
        OutcomeMemory outcomes = link.outcomes();
        return outcomes == null ? null : outcomes.await(entrance, key);
    }

    @Override
    public @Nullable CallTaker calls() {
        return calls;
    }
}
