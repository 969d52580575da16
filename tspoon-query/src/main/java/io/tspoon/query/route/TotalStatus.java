/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.peer.HottestKey;
import io.tspoon.query.peer.KeyGroupLoads;
import io.tspoon.query.peer.Statuses;
import io.tspoon.read.AbortCount;
import io.tspoon.read.Backlog;
import io.tspoon.read.ChainStatus;
import io.tspoon.read.CoordinatorStatus;
import io.tspoon.read.RetainedOutcome;
import io.tspoon.transaction.AbortReason;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of several coordinators and instances together. The median latency is weighted by the
 * number of transactions; the 99th percentile is the highest.
 */
final class TotalStatus {
    private static final int MAX_LAST = 20;
    private static final int MAX_HOTTEST = 10;

    private int coordinators;
    private long committed;
    private long aborted;
    private long retries;
    private int inFlight;
    private long lagMs;
    private Backlog backlog = Backlog.NONE;
    private double p50;
    private double weight;
    private double p99 = Double.NaN;

    /** For whom the oldest transaction waits. */
    private String horizonHolder = "";

    private final Map<Cause, Long> causes = new HashMap<>();
    private final List<RetainedOutcome> last = new ArrayList<>();
    private final List<HottestKey> hottest = new ArrayList<>();
    private final List<KeyGroupLoads> keyGroups = new ArrayList<>();
    private @Nullable ChainStatus chains;

    private record Cause(AbortReason.Kind kind, String operator, String rule) {}

    void add(Statuses statuses) {
        hottest.addAll(statuses.hottestKeys());
        keyGroups.addAll(statuses.keyGroups());
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
        backlog = backlog.and(status.backlog());
        for (AbortCount count : status.causes()) {
            Cause cause = new Cause(count.kind(), count.operator(), count.rule());
            causes.merge(cause, count.transactions(), Long::sum);
        }
        last.addAll(status.last());
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
                backlog,
                horizonHolder,
                causes(),
                last.stream().sorted(RetainedOutcome.LATEST_FIRST).limit(MAX_LAST).toList());
    }

    private List<AbortCount> causes() {
        return causes.entrySet().stream()
                .map(
                        entry -> {
                            Cause cause = entry.getKey();
                            return new AbortCount(
                                    cause.kind(), cause.operator(), cause.rule(), entry.getValue());
                        })
                .sorted(AbortCount.MOST_FREQUENT_FIRST)
                .toList();
    }

    /** The hottest keys of all instances. */
    List<HottestKey> hottestKeys() {
        return hottest.stream().sorted(HottestKey.HOTTEST_FIRST).limit(MAX_HOTTEST).toList();
    }

    /** How evenly the accesses of each state are spread. */
    List<KeyGroupBalance> keyGroups() {
        return KeyGroupBalance.of(keyGroups);
    }

    /** Null if nothing is executed in chains. */
    @Nullable ChainStatus chains() {
        return chains;
    }
}
