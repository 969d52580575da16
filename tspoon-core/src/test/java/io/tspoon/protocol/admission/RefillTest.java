/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.admission;

import io.tspoon.protocol.Decision;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RefillTest {
    private static final int CAPACITY = 2_048;
    private static final int PLENTY = 1_000_000;

    private final Refill refill = new Refill(CAPACITY);

    @Test
    void aWindowThatIsNotFullWaitsForNothing() {
        assertThat(refill.isAwaited()).isFalse();
        decide(10, Decision.COMMIT);
        assertThat(refill.isAwaited()).isFalse();
    }

    @Test
    void aFullWindowWaitsForAQuarter() {
        assertThat(decisionsAwaited()).isEqualTo(CAPACITY / 4);
    }

    @Test
    void allDecidedIsEnough() {
        refill.full();
        refill.decided(Decision.COMMIT, 1);
        assertThat(refill.isAwaited()).isTrue();
        refill.decided(Decision.COMMIT, 0);

        assertThat(refill.isAwaited()).isFalse();
    }

    @Test
    void aSmallWindowWaitsForNothing() {
        Refill small = new Refill(3);
        small.full();

        assertThat(small.isAwaited()).isFalse();
    }

    @Test
    void manyRefusalsMakeItWaitForFewer() {
        decide(1_024, Decision.RETRY);
        assertThat(decisionsAwaited()).isEqualTo(CAPACITY / 8);
        decide(100 * 1_024, Decision.RETRY);

        assertThat(decisionsAwaited()).isZero();
    }

    @Test
    void fewRefusalsMakeItWaitForMoreAgain() {
        decide(100 * 1_024, Decision.RETRY);
        decide(1_024, Decision.COMMIT);
        int afterOnePeriod = decisionsAwaited();
        decide(100 * 1_024, Decision.COMMIT);

        assertThat(afterOnePeriod).isBetween(1, CAPACITY / 8);
        assertThat(decisionsAwaited()).isEqualTo(CAPACITY / 4);
    }

    private void decide(int count, Decision decision) {
        for (int i = 0; i < count; i++) {
            refill.decided(decision, PLENTY);
        }
    }

    /** How many decisions a full window waits for. */
    private int decisionsAwaited() {
        refill.full();
        int count = 0;
        while (refill.isAwaited()) {
            refill.decided(Decision.COMMIT, PLENTY);
            count++;
        }
        return count;
    }
}
