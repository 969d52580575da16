/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Vote;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AttemptTest {
    @Test
    void attemptThatBeginsForgetsWhatWasBefore() {
        Attempt<String> attempt = new Attempt<>("", 130);
        attempt.addParticipant(5);
        attempt.addParticipant(129);
        attempt.addWeight(1);
        attempt.vote(Vote.RETRY);
        attempt.decision = Decision.RETRY;

        attempt.begin(3, 30);

        assertThat(attempt.slot()).isEqualTo(3);
        assertThat(attempt.timestamp()).isEqualTo(30);
        assertThat(attempt.hasParticipants()).isFalse();
        assertThat(attempt.weight).isZero();
        assertThat(attempt.vote).isEqualTo(Vote.COMMIT);
        assertThat(attempt.decision).isNull();
    }
}
