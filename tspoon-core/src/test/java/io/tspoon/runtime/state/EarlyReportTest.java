/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Vote;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.SentFragment;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;

import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * In chains, an access may be reported, and the result with it leave, before its value is
 * installed. A reader who comes in between must not get a snapshot from before.
 */
class EarlyReportTest {
    private static final int SLOT = 1;
    private static final long ID = 20;

    private static final AccessFunction<Long, Long, Long> SET =
            (element, value, transaction) -> value.set(element);

    /** Keeps the parts of its operator. */
    private static final class KnownParts extends StateOperatorFactory<Long, Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        private transient @Nullable StateParts<Long, Long, Long, Long> known;

        KnownParts() {
            super(FirstOfTwo.only(ConcurrencyControl.DETERMINISTIC, AccessMode.UPDATE, SET));
        }

        StateParts<Long, Long, Long, Long> parts() {
            return Objects.requireNonNull(known);
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Flink's signature
        public <T extends StreamOperator<Block>> T createStreamOperator(
                StreamOperatorParameters<Block> parameters) {
            return (T)
                    new StateOperator<>(
                            FirstOfTwo.only(
                                    ConcurrencyControl.DETERMINISTIC, AccessMode.UPDATE, SET),
                            parts -> {
                                known = parts;
                                return Intakes.of(parts);
                            },
                            parameters);
        }
    }

    @Test
    void snapshotHoldsWhatIsReportedAndNotInstalled() throws Exception {
        KnownParts factory = new KnownParts();
        try (OpenedState operator = new OpenedState(factory)) {
            CoordinatorToParticipant block = OpenedState.header();
            OpenedState.add(block, SLOT, ID, Weight.WHOLE, 5);
            block.fragments().declare(0, 2, true);
            block.promise(ID);
            operator.receive(block);

            assertThat(operator.takeReports(SLOT))
                    .extracting(SentFragment::vote)
                    .containsExactly(Vote.COMMIT);
            assertThat(installed(factory)).isNotEqualTo(ID);
            assertThat(factory.parts().versions().applied()).isEqualTo(ID);

            operator.receive(decided());

            assertThat(installed(factory)).isEqualTo(ID);
        }
    }

    /** All of the coordinator is decided. */
    private static CoordinatorToParticipant decided() {
        CoordinatorToParticipant block = OpenedState.header();
        block.from(0, 0, ID, AdmissionWindow.NO_PRIORITY, 0);
        block.promise(ID + 1);
        return block;
    }

    private static long installed(KnownParts factory) {
        return Objects.requireNonNull(factory.parts().cache().peek(0L)).installedTimestamp();
    }
}
