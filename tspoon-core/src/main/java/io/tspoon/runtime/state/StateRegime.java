/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.order.Arrivals;
import io.tspoon.protocol.regime.OperatorTraits;
import io.tspoon.protocol.regime.Regime;
import io.tspoon.protocol.regime.Sequencing;
import io.tspoon.protocol.regime.SettlementWays;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.state.access.ByVotes;
import io.tspoon.runtime.state.access.FragmentBatch;
import io.tspoon.runtime.state.access.FragmentProcessor;
import io.tspoon.runtime.state.access.HereIfFree;
import io.tspoon.runtime.state.access.HereIfGranted;
import io.tspoon.runtime.state.access.Settlement;
import io.tspoon.runtime.state.access.StateAccess;
import io.tspoon.runtime.state.access.WokenAccesses;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * What the regime of a t-graph is made of at one instance of a stateful operator: its {@link
 * Intake}, and its {@link Settlement}. A new way is a class that implements one of them and a
 * method here.
 */
class StateRegime<I, K, V, O> implements Sequencing.Ways<Intake> {
    private final StateParts<I, K, V, O> parts;
    private final WokenAccesses<K, V> woken;

    /**
     * @param woken goes on with accesses that had to wait
     */
    StateRegime(StateParts<I, K, V, O> parts, WokenAccesses<K, V> woken) {
        this.parts = parts;
        this.woken = woken;
    }

    final StateParts<I, K, V, O> parts() {
        return parts;
    }

    private Regime regime() {
        return parts.plan().settings().regime();
    }

    /** Makes what takes the fragments that arrive. */
    final Intake intake() {
        StateOperatorPlan<I, K, V, O> plan = parts.plan();
        int senders = parts.parallelism() * (1 + plan.reachedBy().length);
        return regime().sequencing().intake(senders, this);
    }

    @Override
    public final Intake asItComes() {
        return new ArrivingFragments<>(
                parts.plan().inputSerializer(), parts.progress(), processor(waiting -> {}));
    }

    @Override
    public final Intake merged(Arrivals arrivals) {
        PriorityQueue<StateAccess<I, K, V, O>> waiting =
                new PriorityQueue<>(
                        Comparator.<StateAccess<I, K, V, O>>comparingLong(StateAccess::timestamp));
        // If nothing is sent on, nothing is promised, and nobody would remove them.
        boolean promises = parts.plan().sendsOn();
        FragmentProcessor<I, K, V, O> processor =
                processor(promises ? waiting::add : ignored -> {});
        return new OrderedFragments<>(parts, arrivals, waiting, processor);
    }

    private FragmentProcessor<I, K, V, O> processor(Consumer<StateAccess<I, K, V, O>> waits) {
        return new FragmentProcessor<>(
                new FragmentBatch<>(
                        parts.plan(), parts.participant(), parts.cache(), parts.runner()),
                settlement(waits),
                parts.runner(),
                parts.sender());
    }

    /**
     * Makes what ends attempts here.
     *
     * @param waits receives the accesses that have to wait
     */
    Settlement<I, K, V, O> settlement(Consumer<StateAccess<I, K, V, O>> waits) {
        OperatorTraits operator = parts.plan().traits();
        boolean mayRefuse = regime().sequencing().mayRefuse();
        ByVotes<I, K, V, O> votes =
                new ByVotes<>(parts.participant(), parts.runner(), waits, mayRefuse);
        return regime().settlement(operator, new Ways(votes));
    }

    private final class Ways implements SettlementWays<Settlement<I, K, V, O>> {
        private final ByVotes<I, K, V, O> votes;

        Ways(ByVotes<I, K, V, O> votes) {
            this.votes = votes;
        }

        @Override
        public Settlement<I, K, V, O> byVotes() {
            return votes;
        }

        @Override
        public Settlement<I, K, V, O> hereIfFree() {
            return hereOr(votes);
        }

        @Override
        public Settlement<I, K, V, O> hereIfGranted() {
            return hereOr(new HereIfGranted<>(parts.participant(), parts.runner(), woken, votes));
        }

        private Settlement<I, K, V, O> hereOr(Settlement<I, K, V, O> ofTaken) {
            return new HereIfFree<>(parts.participant(), parts.runner(), votes, ofTaken);
        }
    }
}
