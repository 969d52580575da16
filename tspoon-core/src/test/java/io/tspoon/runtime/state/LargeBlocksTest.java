/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;

import static org.assertj.core.api.Assertions.assertThat;

/** Small elements of which much is made: what is sent on is not gathered for a whole block. */
class LargeBlocksTest {
    private static final long WRITE = 1;
    private static final long READ = 2;

    /** More than 1 MiB of numbers. */
    private static final int EMITTED = 150_000;

    private static final AccessFunction<Long, Long, Long> SPREAD =
            (element, value, transaction) -> {
                if (element == WRITE) {
                    value.set(element);
                }
                for (long i = 0; i < EMITTED; i++) {
                    transaction.emit(i);
                }
            };

    private OpenedState state;

    @BeforeEach
    void open() throws Exception {
        state =
                new OpenedState(
                        FirstOfTwo.plan(
                                IsolationLevel.PL4,
                                ConcurrencyControl.LOCK_BASED,
                                AccessModes.by(
                                        element ->
                                                element == READ
                                                        ? AccessMode.READ
                                                        : AccessMode.UPDATE),
                                SPREAD,
                                FirstOfTwo.toNext(LongSerializer.INSTANCE)));
    }

    @AfterEach
    void close() throws Exception {
        state.close();
    }

    /** An attempt that is decided in one place is reported in one block, all of it. */
    @Test
    void blocksAreSentBetweenAttemptsOnly() throws Exception {
        state.receive(attempts(READ, READ, READ));

        assertThat(state.takeSentOn())
                .filteredOn(sent -> sent.fragments().size() > 0)
                .hasSize(3)
                .allSatisfy(sent -> assertThat(sent.fragments().size()).isEqualTo(2 * EMITTED));
    }

    @Test
    void soAreTheyWhenADecisionLetsManyGoOn() throws Exception {
        state.receive(attempts(WRITE, READ, READ));
        assertThat(state.takeSentOn()).filteredOn(sent -> sent.fragments().size() > 0).hasSize(1);

        state.decide(1, 1, Decision.COMMIT);

        assertThat(state.takeSentOn())
                .filteredOn(sent -> sent.fragments().size() > 0)
                .hasSize(4)
                .allSatisfy(sent -> assertThat(sent.fragments().size()).isEqualTo(EMITTED));
    }

    /** Each with its element twice. */
    private static CoordinatorToParticipant attempts(long... elements) throws IOException {
        CoordinatorToParticipant block = OpenedState.header();
        block.promise(elements.length);
        for (int i = 0; i < elements.length; i++) {
            for (int half = 0; half < 2; half++) {
                long weight = Weight.share(Weight.WHOLE, 2, half);
                OpenedState.add(block, i + 1, i + 1, weight, elements[i]);
            }
        }
        return block;
    }
}
