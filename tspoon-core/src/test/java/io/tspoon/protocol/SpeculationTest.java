/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SpeculationTest {
    private final Speculation speculation = new Speculation();

    @Test
    void roundThatIsDroppedDoesNotEndIt() {
        drop(Speculation.ALLOWED_DROPS - 1);

        assertThat(speculation.isAllowed()).isTrue();
    }

    @Test
    void moreDropsEndItForSomeCommits() {
        drop(Speculation.ALLOWED_DROPS);
        assertThat(speculation.isAllowed()).isFalse();

        commit(Speculation.PAUSE - 1, false);
        assertThat(speculation.isAllowed()).isFalse();

        commit(1, false);
        assertThat(speculation.isAllowed()).isTrue();
    }

    @Test
    void nextDropAfterThePauseEndsItAgain() {
        drop(Speculation.ALLOWED_DROPS);
        commit(Speculation.PAUSE, false);
        drop(1);

        assertThat(speculation.isAllowed()).isFalse();
    }

    @Test
    void committedVersionsThatWereSeenEarnCredit() {
        drop(Speculation.ALLOWED_DROPS);
        commit(2 * Speculation.PAUSE, true);
        drop(Speculation.PAUSE / 2);

        assertThat(speculation.isAllowed()).isTrue();
    }

    @Test
    void everyFifthVersionMayBeDroppedForEver() {
        for (int i = 0; i < 10 * Speculation.ALLOWED_DROPS; i++) {
            commit(4, true);
            drop(1);
            assertThat(speculation.isAllowed()).isTrue();
        }
    }

    @Test
    void everySecondVersionMayNot() {
        for (int i = 0; i < 2 * Speculation.ALLOWED_DROPS; i++) {
            commit(1, true);
            drop(1);
        }

        assertThat(speculation.isAllowed()).isFalse();
    }

    @Test
    void creditIsBounded() {
        commit(100 * Speculation.ALLOWED_DROPS, true);
        drop(Speculation.ALLOWED_DROPS);

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
