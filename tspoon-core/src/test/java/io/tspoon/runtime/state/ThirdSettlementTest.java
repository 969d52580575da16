/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Vote;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.protocol.regime.ByLocks;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.state.access.AccessRunner;
import io.tspoon.runtime.state.access.FragmentBatch;
import io.tspoon.runtime.state.access.Settlement;
import io.tspoon.runtime.state.access.StateAccess;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.SentFragment;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.Consumer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A third settlement is one class: here an attempt with several fragments is repeated at once. It
 * is not for use; it shows that the operator needs to know nothing of it.
 */
class ThirdSettlementTest {
    private static final StateOperatorPlan<Long, Long, Long, Long> PLAN =
            FirstOfTwo.only(AccessMode.UPDATE, (element, value, transaction) -> value.set(element));

    private static final class OneFragmentOnly<I, K, V, O> implements Settlement<I, K, V, O> {
        private final Settlement<I, K, V, O> ofOne;
        private final AccessRunner<I, K, V, O> runner;

        OneFragmentOnly(Settlement<I, K, V, O> ofOne, AccessRunner<I, K, V, O> runner) {
            this.ofOne = ofOne;
            this.runner = runner;
        }

        @Override
        public void settle(FragmentBatch<I, K, V, O> batch, int from, int to) throws Exception {
            if (to - from == 1) {
                ofOne.settle(batch, from, to);
                return;
            }
            for (int i = from; i < to; i++) {
                runner.repeat(
                        batch.coordinator(i),
                        batch.slot(i),
                        batch.timestamp(i),
                        batch.weight(i),
                        new IllegalStateException("several fragments"));
            }
        }
    }

    private static final class ToyRegime<I, K, V, O> extends AttemptRegime<I, K, V, O> {
        ToyRegime(StateParts<I, K, V, O> parts) throws Exception {
            super(parts, new ByLocks());
        }

        @Override
        Settlement<I, K, V, O> settlement(Consumer<StateAccess<I, K, V, O>> waits) {
            return new OneFragmentOnly<>(super.settlement(waits), runner());
        }
    }

    private static final class ToyFactory extends StateOperatorFactory<Long, Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        ToyFactory() {
            super(PLAN);
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Flink's signature
        public <T extends StreamOperator<Block>> T createStreamOperator(
                StreamOperatorParameters<Block> parameters) {
            return (T)
                    new StateOperator<>(PLAN, parts -> new ToyRegime<>(parts).intake(), parameters);
        }
    }

    @Test
    void decidesWhatBecomesOfTheFragmentsOfAnAttempt() throws Exception {
        try (OpenedState operator = new OpenedState(new ToyFactory())) {
            operator.receive(0, 10, 5);
            assertThat(operator.takeReports(0))
                    .extracting(SentFragment::vote)
                    .containsExactly(Vote.COMMIT);

            CoordinatorToParticipant block = OpenedState.header();
            OpenedState.add(block, 1, 20, Weight.WHOLE / 2, 5);
            OpenedState.add(block, 1, 20, Weight.WHOLE / 2, 5);
            operator.receive(block);

            assertThat(operator.takeReports(1))
                    .extracting(SentFragment::vote)
                    .isEqualTo(List.of(Vote.RETRY_LATER, Vote.RETRY_LATER));
        }
    }
}
