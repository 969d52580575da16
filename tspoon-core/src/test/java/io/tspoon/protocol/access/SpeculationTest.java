/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SpeculationTest {
    private final Speculation speculation = Speculation.whileItPays();

    @Test
    void roundThatIsDroppedDoesNotEndIt() {
        drop(Speculation.DROPS - 1);

        assertThat(speculation.isAllowed()).isTrue();
    }

    @Test
    void moreDropsEndItForSomeCommits() {
        drop(Speculation.DROPS);
        assertThat(speculation.isAllowed()).isFalse();

        commit(Speculation.PAUSE - 1, false);
        assertThat(speculation.isAllowed()).isFalse();

        commit(1, false);
        assertThat(speculation.isAllowed()).isTrue();
    }

    @Test
    void nextDropAfterThePauseEndsItAgain() {
        drop(Speculation.DROPS);
        commit(Speculation.PAUSE, false);
        drop(1);

        assertThat(speculation.isAllowed()).isFalse();
    }

    @Test
    void committedVersionsThatWereSeenEarnCredit() {
        drop(Speculation.DROPS);
        commit(2 * Speculation.PAUSE, true);
        drop(Speculation.PAUSE / 2);

        assertThat(speculation.isAllowed()).isTrue();
    }

    @Test
    void everyFourthVersionMayBeDroppedForEver() {
        for (int i = 0; i < 10 * Speculation.DROPS; i++) {
            commit(3, true);
            drop(1);
            assertThat(speculation.isAllowed()).isTrue();
        }
    }

    @Test
    void everyThirdVersionMayNot() {
        for (int i = 0; i < 4 * Speculation.DROPS; i++) {
            commit(2, true);
            drop(1);
        }

        assertThat(speculation.isAllowed()).isFalse();
    }

    @Test
    void creditIsBounded() {
        commit(100 * Speculation.DROPS, true);
        drop(Speculation.DROPS);

        assertThat(speculation.isAllowed()).isFalse();
    }

    private void commit(int versions, boolean wereSeen) {
        for (int i = 0; i < versions; i++) {
            speculation.committed(wereSeen);
        }
    }

    private void drop(int versions) {
        for (int i = 0; i < versions; i++) {
            speculation.dropped();
        }
    }
}
