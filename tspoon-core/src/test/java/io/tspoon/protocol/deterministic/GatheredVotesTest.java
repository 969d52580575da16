/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.commit.Weight;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** When a transaction is decided, and when its result may leave. */
class GatheredVotesTest {
    private static final long HALF = Weight.WHOLE / 2;

    private final GatheredVotes votes = new GatheredVotes(1);

    @Test
    void certainVotesDecideOnceTheyAreWhole() {
        assertThat(votes.certain(HALF, false)).isFalse();
        assertThat(votes.certain(HALF, false)).isTrue();
        assertThat(votes.isComplete()).isTrue();
        assertThat(votes.isAborted()).isFalse();
    }

    @Test
    void oneCertainVoteAgainstDecides() {
        assertThat(votes.certain(HALF, true)).isTrue();
        assertThat(votes.isComplete()).isFalse();

        votes.settled(HALF, true);

        assertThat(votes.isComplete()).isTrue();
        assertThat(votes.isAborted()).isTrue();
    }

    @Test
    void horizonDecidesBeforeTheReportsCome() {
        votes.certain(HALF, false);

        assertThat(votes.passedByHorizon(false)).isTrue();
        assertThat(votes.isDecided()).isTrue();
        assertThat(votes.isComplete()).isFalse();

        votes.settled(HALF, false);

        assertThat(votes.isComplete()).isTrue();
    }

    /** At one participant, the close hears of an abort by the reports only. */
    @Test
    void reportsOfOneParticipantSayWhetherItAborts() {
        votes.passedByHorizon(false);
        votes.settled(HALF, true);
        votes.settled(HALF, true);

        assertThat(votes.isAborted()).isTrue();
    }

    @Test
    void nothingIsSettledBeforeItIsDecided() {
        assertThatThrownBy(() -> votes.settled(HALF, false))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("transaction=1");
    }

    @Test
    void moreThanTheWholeIsRefused() {
        votes.certain(Weight.WHOLE, false);

        assertThatThrownBy(() -> votes.certain(1, false)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void whatIsCommittedIsNotAborted() {
        votes.certain(Weight.WHOLE, false);

        assertThatThrownBy(() -> votes.passedByHorizon(true)).isInstanceOf(ProtocolException.class);
    }
}
