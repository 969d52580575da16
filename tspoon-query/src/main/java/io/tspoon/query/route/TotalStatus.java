/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.peer.Statuses;
import io.tspoon.read.ChainStatus;
import io.tspoon.read.CoordinatorStatus;

import org.jspecify.annotations.Nullable;

/**
 * The figures of several coordinators and instances together. The median latency is weighted by the
 * number of transactions; the 99th percentile is the highest.
 */
final class TotalStatus {
    private int coordinators;
    private long committed;
    private long aborted;
    private long retries;
    private int inFlight;
    private long lagMs;
    private double p50;
    private double weight;
    private double p99 = Double.NaN;

    /** For whom the oldest transaction waits. */
    private String horizonHolder = "";

    private @Nullable ChainStatus chains;

    void add(Statuses statuses) {
        statuses.coordinators().forEach(coordinator -> add(coordinator.status()));
        for (ChainStatus status : statuses.chains()) {
            chains = chains == null ? status : chains.and(status);
        }
    }

    private void add(CoordinatorStatus status) {
        coordinators++;
        committed += status.committed();
        aborted += status.aborted();
        retries += status.retries();
        inFlight += status.inFlight();
        if (!status.horizonHolder().isEmpty() && status.stableLagMs() >= lagMs) {
            horizonHolder = status.horizonHolder();
        }
        lagMs = Math.max(lagMs, status.stableLagMs());
        double latency = status.latencyP50Ns();
        if (!Double.isNaN(latency)) {
            double share = 1.0 + status.committed() + status.aborted();
            p50 += latency * share;
            weight += share;
            double high = status.latencyP99Ns();
            p99 = Double.isNaN(p99) ? high : Math.max(p99, high);
        }
    }

    int coordinators() {
        return coordinators;
    }

    CoordinatorStatus status() {
        return new CoordinatorStatus(
                committed,
                aborted,
                retries,
                inFlight,
                weight == 0 ? Double.NaN : p50 / weight,
                p99,
                lagMs,
                horizonHolder);
    }

    /** Null if nothing is executed in chains. */
    @Nullable ChainStatus chains() {
        return chains;
    }
}
