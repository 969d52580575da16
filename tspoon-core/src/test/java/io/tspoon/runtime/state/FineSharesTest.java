/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.commit.Weight;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.runtime.transport.SentFragment;
import io.tspoon.transaction.AccessMode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Only who has the whole weight of an attempt decides it alone. */
class FineSharesTest {
    private static final long FINE = Weight.share(1, 2, 0);

    private OpenedState state;
    private int attempts;

    @BeforeEach
    void open() throws Exception {
        state =
                new OpenedState(
                        FirstOfTwo.only(
                                AccessMode.UPDATE,
                                (element, value, transaction) -> value.set(element)));
    }

    @AfterEach
    void close() throws Exception {
        state.close();
    }

    @Test
    void attemptOfWholeWeightIsDecidedAlone() throws Exception {
        assertThat(isHeld(Weight.WHOLE / 2, Weight.WHOLE / 2)).isFalse();
    }

    /** As bits these two are the whole, too. */
    @Test
    void attemptOfSharesThatOnlyLookLikeTheWholeIsNot() throws Exception {
        assertThat(isHeld(FINE, Weight.WHOLE - FINE)).isTrue();
        assertThat(isHeld(Weight.WHOLE - FINE, FINE)).isTrue();
    }

    /** Whether the participant waits for the decision of an attempt with these shares. */
    private boolean isHeld(long first, long second) throws Exception {
        int number = ++attempts;
        CoordinatorToParticipant block = OpenedState.header();
        OpenedState.add(block, number, number, first, 1);
        OpenedState.add(block, number, number, second, 2);
        state.receive(block);
        List<ParticipantToClose> sent = state.takeToClose();
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).fragments().size()).isEqualTo(2);
        return SentFragment.of(sent.get(0).fragments()).get(0).isHeld();
    }
}
