/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How many transactions may rest on what can still change. */
class SpeculationDepthTest {
    private final SpeculationDepth depth = SpeculationDepth.steered();

    @Test
    void fallsWhileAccessesRunAgainMoreOftenThanForTheFirstTime() {
        int before = depth.limit();
        depth.ran(250);
        depth.ranAgain(262);

        assertThat(depth.limit()).isLessThan(before);
        for (int i = 0; i < 100; i++) {
            depth.ranAgain(256);
        }
        assertThat(depth.limit()).isEqualTo(16);
    }

    @Test
    void risesAgainFromItsLowest() {
        for (int i = 0; i < 100; i++) {
            depth.ranAgain(256);
        }
        depth.ran(512);

        assertThat(depth.limit()).isGreaterThan(16);
        for (int i = 0; i < 100; i++) {
            depth.ran(1 << 19);
        }
        assertThat(depth.limit()).isEqualTo(1 << 16);
    }

    /** In the time in which that many transactions come and go, and not before. */
    @Test
    void isLookedAtLessOftenTheHigherItIs() {
        int before = depth.limit();
        depth.ran(256 + 4 * before - 1);
        assertThat(depth.limit()).isEqualTo(before);
        depth.ran(1);

        int higher = depth.limit();
        assertThat(higher).isGreaterThan(before);
        depth.ran(256 + 4 * higher - 1);
        assertThat(depth.limit()).isEqualTo(higher);
        depth.ran(1);
        assertThat(depth.limit()).isGreaterThan(higher);
    }

    @Test
    void staysInBetween() {
        int before = depth.limit();
        depth.ran(280);
        depth.ranAgain(232);

        assertThat(depth.limit()).isEqualTo(before);
    }

    @Test
    void runsAreCountedInAllPeriods() {
        depth.ran(100);
        depth.ranAgain(200);
        depth.ran(500);
        depth.ran(7);
        depth.ranAgain(5);

        assertThat(depth.firstRuns()).isEqualTo(607);
        assertThat(depth.repeatedRuns()).isEqualTo(205);
    }

    @Test
    void fixedDepthStays() {
        SpeculationDepth fixed = SpeculationDepth.of(5);
        fixed.ranAgain(1000);
        fixed.ran(1000);

        assertThat(fixed.limit()).isEqualTo(5);
        assertThatThrownBy(() -> SpeculationDepth.of(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("depth=0");
    }
}
