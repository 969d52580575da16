/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.order.Arrivals;
import io.tspoon.protocol.regime.AttemptIsolation;
import io.tspoon.protocol.regime.ExecutionWays;
import io.tspoon.protocol.regime.Regime;
import io.tspoon.protocol.regime.Sequencing;
import io.tspoon.runtime.exchange.ExchangedValue;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.state.chain.AccessesInTurn;
import io.tspoon.runtime.state.chain.ChainProcessor;
import io.tspoon.runtime.state.chain.ValueProcessor;

import org.apache.flink.util.function.SupplierWithException;

/** Makes the {@link Intake} that the regime of a t-graph asks for. */
final class Intakes {
    private Intakes() {}

    static <I, K, V, O> Intake of(StateParts<I, K, V, O> parts) throws Exception {
        Regime regime = parts.plan().settings().regime();
        return regime.isolation().execution(new Ways<>(parts, regime)).get();
    }

    private record Ways<I, K, V, O>(StateParts<I, K, V, O> parts, Regime regime)
            implements ExecutionWays<SupplierWithException<Intake, Exception>> {
        @Override
        public SupplierWithException<Intake, Exception> inAttempts(AttemptIsolation isolation) {
            return () -> new AttemptRegime<>(parts, isolation).intake();
        }

        @Override
        public SupplierWithException<Intake, Exception> inChains() {
            return () -> regime.sequencing().intake(parts.senders(), new InOrder<>(parts)).get();
        }
    }

    /** Chains are in the order of ids, so their accesses must come in that order. */
    private record InOrder<I, K, V, O>(StateParts<I, K, V, O> parts)
            implements Sequencing.Ways<SupplierWithException<Intake, Exception>> {
        @Override
        public SupplierWithException<Intake, Exception> asItComes() {
            throw new IllegalStateException(
                    "[TSP-2220] Cannot execute in chains: accesses do not come in the order of"
                            + " ids, graph="
                            + parts.plan().settings().graph());
        }

        @Override
        public SupplierWithException<Intake, Exception> merged(Arrivals arrivals) {
            return () -> new ChainIntake<>(parts, arrivals, accesses());
        }

        @SuppressWarnings("unchecked") // what is exchanged comes to operators that exchange
        private AccessesInTurn<I> accesses() throws Exception {
            return parts.plan().traits().exchanges()
                    ? (AccessesInTurn<I>)
                            new ValueProcessor<>(
                                    (StateOperatorPlan<ExchangedValue<K, V>, K, V, ?>) parts.plan(),
                                    parts.parallelism(),
                                    parts.cache(),
                                    parts.versions(),
                                    parts.outputs(),
                                    parts.context(),
                                    parts.sender())
                    : new ChainProcessor<>(
                            parts.plan(),
                            parts.parallelism(),
                            parts.cache(),
                            parts.versions(),
                            parts.outputs(),
                            parts.context(),
                            parts.sender());
        }
    }
}
