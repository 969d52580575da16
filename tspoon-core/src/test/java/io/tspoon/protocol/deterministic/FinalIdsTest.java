/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FinalIdsTest {
    private final FinalIds finals = new FinalIds(2);

    @Test
    void lowestIsThatOfTheSlowestCoordinator() {
        assertThat(finals.lowest(100)).isEqualTo(Timestamps.NONE);
        finals.upTo(0, 30, 0);
        finals.upTo(1, 20, 0);

        assertThat(finals.lowest(100)).isEqualTo(20);
        assertThat(finals.lowest(10)).as("no more than is judged").isEqualTo(10);
    }

    @Test
    void whoHasLeftHoldsNobodyUpAndMayComeBack() {
        finals.upTo(0, 30, 0);
        finals.upTo(1, DeterministicParticipant.LEFT, 0);
        assertThat(finals.lowest(100)).isEqualTo(30);

        finals.upTo(1, 30, 30);
        assertThat(finals.lowest(100)).isEqualTo(30);
    }

    @Test
    void whatIsFinalIsNotTakenBack() {
        finals.upTo(0, 30, 0);
        assertThatThrownBy(() -> finals.upTo(0, 29, 0))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("[TSP-2519]")
                .hasMessageContaining("finalUpTo=29, before=30");

        finals.upTo(0, DeterministicParticipant.LEFT, 0);
        assertThatThrownBy(() -> finals.upTo(0, 40, 50)).hasMessageContaining("settled=50");
    }
}
