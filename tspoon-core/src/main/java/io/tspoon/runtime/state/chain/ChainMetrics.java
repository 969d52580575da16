/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.chain;

import io.tspoon.protocol.deterministic.DeterministicParticipant;
import io.tspoon.protocol.deterministic.SpeculationDepth;
import io.tspoon.read.ChainStatus;
import io.tspoon.runtime.transport.Awaited;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * What a participant that executes accesses in chains tells besides what all participants do.
 * Brought up to date once for each block. The fields are plain, as those of Flink's counters are: a
 * reporter may see a value a little late.
 */
final class ChainMetrics {
    private final Counter firstRuns;
    private final Counter repeatedRuns;
    private final Counter objections;
    private final Counter withdrawals;
    private int speculative;
    private int depth;
    private int awaited = Awaited.NOTHING;

    ChainMetrics(MetricGroup group) {
        MetricGroup own = group.addGroup("tspoon");
        firstRuns = own.counter("firstRuns");
        repeatedRuns = own.counter("repeatedRuns");
        objections = own.counter("objections");
        withdrawals = own.counter("withdrawals");
        own.gauge("speculativeTransactions", () -> speculative);
        own.gauge("speculationDepth", () -> depth);
        own.gauge("awaitedCoordinator", () -> awaited);
    }

    /**
     * @param before what it waits for before it judges more, see {@link Awaited}
     */
    void update(DeterministicParticipant<?, ?, ?> participant, SpeculationDepth of, int before) {
        raise(firstRuns, of.firstRuns());
        raise(repeatedRuns, of.repeatedRuns());
        raise(objections, participant.objections());
        raise(withdrawals, participant.withdrawals());
        speculative = participant.speculative();
        depth = of.limit();
        awaited = participant.unsettled() == 0 ? Awaited.NOTHING : before;
    }

    /** As above, where no access runs here, and none fails. */
    void update(int open, int before) {
        awaited = open == 0 ? Awaited.NOTHING : before;
    }

    ChainStatus status() {
        return new ChainStatus(
                firstRuns.getCount(),
                repeatedRuns.getCount(),
                objections.getCount(),
                withdrawals.getCount(),
                speculative,
                depth);
    }

    private static void raise(Counter counter, long to) {
        counter.inc(to - counter.getCount());
    }
}
