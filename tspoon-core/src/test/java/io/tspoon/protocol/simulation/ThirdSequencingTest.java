/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.access.Locking;
import io.tspoon.protocol.commit.DecisionTurns;
import io.tspoon.protocol.commit.DecisionsAsReady;
import io.tspoon.protocol.order.ArrivalOrder;
import io.tspoon.protocol.order.Arrivals;
import io.tspoon.protocol.regime.Regime;
import io.tspoon.protocol.regime.Sequencing;
import io.tspoon.transaction.Durability;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A third sequencing is one class: accesses run in batches of a few timestamps each. It is not for
 * use; it shows that coordinators, participants and the simulation need to know nothing of it.
 */
class ThirdSequencingTest {
    private static final int SEEDS = 100;

    /** Short, because a clock that was set back gives one timestamp at a time. */
    private static final long SPAN = 32;

    /**
     * Accesses run in timestamp order, whole batches at a time. For one operator only: behind
     * another one, an access that waits there for a decision would hold back the promise that the
     * rest of its batch needs.
     *
     * @param early how many batches run before they are complete, which is wrong
     */
    private record ByBatch(int early) implements Sequencing {
        @Override
        public <F> F intake(int senders, Ways<F> ways) {
            return ways.merged(new Batches(new ArrivalOrder(senders), early));
        }

        @Override
        public boolean promises() {
            return true;
        }

        @Override
        public boolean mayRefuse() {
            return false;
        }

        @Override
        public boolean decidesInEntryOrder(Durability durability) {
            return false;
        }

        @Override
        public <P> DecisionTurns<P> turns(
                Durability durability, int slots, IntToLongFunction numberOf) {
            return new DecisionsAsReady<>();
        }
    }

    private record Batches(Arrivals single, int early) implements Arrivals {
        private static long endOf(long timestamp) {
            return timestamp - timestamp % SPAN + SPAN - 1;
        }

        @Override
        public void joined(int sender, long highestSeen) {
            single.joined(sender, highestSeen);
        }

        @Override
        public void promised(int sender, long upTo) {
            single.promised(sender, upTo);
        }

        @Override
        public long complete() {
            long complete = single.complete();
            boolean ends = complete == LEFT || complete == endOf(complete);
            return ends ? complete : endOf(complete) + (early - 1) * SPAN;
        }

        @Override
        public int lowestSender() {
            return single.lowestSender();
        }

        @Override
        public boolean mustAsk(int sender, long waiting) {
            return single.mustAsk(sender, endOf(waiting));
        }

        @Override
        public boolean needsAsking(int sender, long waiting) {
            return single.needsAsking(sender, endOf(waiting));
        }

        @Override
        public long promise(long pending) {
            return single.promise(pending);
        }
    }

    @Test
    void keepsEntryOrderInAllRuns() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Simulation simulation = simulation(seed, new ByBatch(0));
            simulation.run();
            Verdict verdict = new Verdict(simulation);
            verdict.checkCompletion();
            verdict.checkSnapshots();
            verdict.checkEntryOrder();
        }
    }

    @Test
    void batchThatRunsTooEarlyIsNoticed() {
        assertThat(
                        IntStream.range(0, SEEDS)
                                .mapToObj(seed -> simulation(seed, new ByBatch(1)))
                                .map(simulation -> Judge.of(simulation, true)))
                .anyMatch(judge -> judge != null);
    }

    private static Simulation simulation(long seed, Sequencing sequencing) {
        SplittableRandom random = new SplittableRandom(seed);
        SimulationParameters parameters =
                SimulationParameters.randomOnFewKeys(random)
                        .with(SimulationParameters.EntryOrder.HEARTBEATS);
        Regime usual = parameters.regime();
        Regime regime = new Regime(sequencing, usual.isolation(), usual.durability());
        return new Simulation(random.nextLong(), parameters, regime, Locking::new, Fault.NONE);
    }
}
