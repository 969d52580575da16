/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.ProtocolException;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Up to where a close knows that everything is final. Two participants, 0 and 1. */
class JudgementTest {
    private final List<String> said = new ArrayList<>();
    private final Judgement judgement =
            new Judgement(
                    2,
                    new Notices() {
                        @Override
                        public void assume(int slot, long id, boolean abort) {
                            said.add((abort ? "abort " : "commit ") + id);
                        }

                        @Override
                        public void aborted(long id) {
                            said.add("aborted " + id);
                        }
                    });

    private long judged(long first, long second) {
        judgement.progress(0, first, 0);
        judgement.progress(1, second, 0);
        return judgement.advance();
    }

    @Test
    void silenceIsConsent() {
        assertThat(judged(7, 9)).isEqualTo(7);
        assertThat(said).isEmpty();
    }

    @Test
    void horizonStopsBelowAnObjectionUntilAllAssumeTheAbort() {
        judgement.objection(0, 5, 2, 0);

        assertThat(judged(9, 9)).isEqualTo(4);

        judgement.applied(1, 5, true);

        assertThat(judgement.advance()).isEqualTo(9);
        assertThat(said).containsExactly("abort 5", "aborted 5");
    }

    @Test
    void horizonWaitsUntilNobodyAssumesAWithdrawnAbort() {
        judgement.objection(0, 5, 2, 0);
        judgement.applied(1, 5, true);
        judgement.withdrawal(0, 5);

        assertThat(judged(9, 9)).isEqualTo(4);

        judgement.applied(1, 5, false);

        assertThat(judgement.advance()).isEqualTo(9);
        assertThat(said).containsExactly("abort 5", "commit 5");
    }

    /** The participants of others may be heard in any order. */
    @Test
    void noticeMayBeAppliedBeforeTheObjectionIsHeard() {
        judgement.applied(1, 5, true);

        assertThat(judged(9, 9)).isEqualTo(4);

        judgement.objection(0, 5, 2, -1);

        assertThat(judgement.advance()).isEqualTo(9);
        assertThat(said).isEmpty();
    }

    @Test
    void horizonWaitsWhileADecidedOneIsDoubted() {
        judged(6, 6);
        judgement.objection(0, 5, 2, 0);

        assertThat(judged(9, 9)).isEqualTo(6);

        judgement.withdrawal(0, 5);

        assertThat(judgement.advance()).isEqualTo(9);
        assertThat(said).as("no notice once it is decided").isEmpty();
    }

    @Test
    void doubtsOfWhoHasSettledDoNotCount() {
        judgement.objection(0, 5, 2, 0);
        judgement.applied(1, 5, true);
        judged(6, 6);
        judgement.withdrawal(0, 5);

        assertThat(judged(9, 9)).isEqualTo(6);

        judgement.applied(0, 5, true);

        assertThat(judgement.advance()).isEqualTo(9);
        judgement.progress(0, 9, 5);
        judgement.progress(1, 9, 5);
        judgement.advance();
        assertThat(judgement.remembered()).isZero();
    }

    @Test
    void judgedMayGoBackButTheHorizonDoesNot() {
        judged(9, 9);

        assertThat(judged(3, 12)).isEqualTo(9);
    }

    @Test
    void participantThatHasJudgedLeastHoldsTheHorizon() {
        judged(7, 9);
        assertThat(judgement.holder()).isZero();
        assertThat(judgement.disputed()).isZero();

        judged(12, 9);
        assertThat(judgement.holder()).isEqualTo(1);
        judgement.objection(0, 11, 2, -1);
        assertThat(judgement.disputed()).as("above what all have judged").isZero();

        judged(12, 11);
        assertThat(judgement.disputed()).as("not agreed on").isEqualTo(11);
        judgement.applied(1, 11, true);
        judgement.advance();
        assertThat(judgement.disputed()).isZero();

        judgement.withdrawal(0, 11);
        assertThat(judgement.disputed()).as("decided, but doubted").isEqualTo(11);
    }

    @Test
    void settledMayNotGoBack() {
        judgement.progress(0, 9, 5);

        assertThatThrownBy(() -> judgement.progress(0, 9, 4))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("participant=0");
    }

    @Test
    void oneCertainObjectionDecidesAndEndsTheNotices() {
        judgement.objection(0, 5, 2, 0);
        judgement.decidedEarly(5, true, true);
        judgement.withdrawal(0, 5);

        assertThat(said).containsExactly("abort 5");
    }
}
