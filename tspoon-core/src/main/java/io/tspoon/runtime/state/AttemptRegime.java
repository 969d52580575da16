/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.access.Participant;
import io.tspoon.protocol.order.Arrivals;
import io.tspoon.protocol.regime.AttemptIsolation;
import io.tspoon.protocol.regime.OperatorTraits;
import io.tspoon.protocol.regime.Regime;
import io.tspoon.protocol.regime.Sequencing;
import io.tspoon.protocol.regime.SettlementWays;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.state.access.AccessRunner;
import io.tspoon.runtime.state.access.ByVotes;
import io.tspoon.runtime.state.access.DecidedWhenGranted;
import io.tspoon.runtime.state.access.FragmentBatch;
import io.tspoon.runtime.state.access.FragmentProcessor;
import io.tspoon.runtime.state.access.HereIfFree;
import io.tspoon.runtime.state.access.HereIfGranted;
import io.tspoon.runtime.state.access.Resumption;
import io.tspoon.runtime.state.access.Settlement;
import io.tspoon.runtime.state.access.StateAccess;
import io.tspoon.runtime.state.access.WokenAccesses;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * What the regime of a t-graph whose transactions are executed in attempts is made of at one
 * instance of a stateful operator: its {@link Intake}, and its {@link Settlement}. A new way is a
 * class that implements one of them and a method here.
 */
class AttemptRegime<I, K, V, O> implements Sequencing.Ways<Intake> {
    private final StateParts<I, K, V, O> parts;
    private final Participant<K, V> participant;
    private final AccessRunner<I, K, V, O> runner;
    private final WokenAccesses<I, K, V, O> woken;
    private final AttemptIntake.Attempts<I, K, V, O> attempts;

    AttemptRegime(StateParts<I, K, V, O> parts, AttemptIsolation isolation) throws Exception {
        StateOperatorPlan<I, K, V, O> plan = parts.plan();
        this.parts = parts;
        this.participant =
                new Participant<>(
                        parts.parallelism(),
                        regime().rules(isolation, plan.traits()),
                        parts.versions());
        this.runner = new AccessRunner<>(plan, parts.outputs(), parts.context());
        this.woken =
                new WokenAccesses<>(
                        participant,
                        runner,
                        regime().settlement(plan.traits(), new Resumptions()),
                        parts.sender());
        this.attempts = new AttemptIntake.Attempts<>(participant, runner, woken, parts.sender());
        runner.open(parts.context());
    }

    final AccessRunner<I, K, V, O> runner() {
        return runner;
    }

    private Regime regime() {
        return parts.plan().settings().regime();
    }

    /** Makes what takes the fragments that arrive. */
    final Intake intake() {
        return regime().sequencing().intake(parts.senders(), this);
    }

    @Override
    public final Intake asItComes() {
        return new ArrivingFragments<>(
                parts.plan().inputSerializer(),
                parts.progress(),
                processor(waiting -> {}),
                attempts);
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
        return new OrderedFragments<>(parts, arrivals, waiting, processor, attempts);
    }

    private FragmentProcessor<I, K, V, O> processor(Consumer<StateAccess<I, K, V, O>> waits) {
        return new FragmentProcessor<>(
                new FragmentBatch<>(
                        parts.plan(), participant, parts.cache(), parts.indexes(), runner),
                settlement(waits),
                runner,
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
        ByVotes<I, K, V, O> votes = new ByVotes<>(participant, runner, waits, mayRefuse);
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
            return hereOr(new HereIfGranted<>(participant, runner, woken, votes));
        }

        private Settlement<I, K, V, O> hereOr(Settlement<I, K, V, O> ofTaken) {
            return new HereIfFree<>(participant, runner, votes, ofTaken);
        }
    }

    /** Where an attempt that need not wait may be decided, one that had to may be, too. */
    private final class Resumptions implements SettlementWays<Resumption<I, K, V, O>> {
        @Override
        public Resumption<I, K, V, O> byVotes() {
            return access -> runner.run(access, true);
        }

        /** Only what is free at once may be decided here. */
        @Override
        public Resumption<I, K, V, O> hereIfFree() {
            return byVotes();
        }

        @Override
        public Resumption<I, K, V, O> hereIfGranted() {
            return new DecidedWhenGranted<>(participant, runner);
        }
    }
}
