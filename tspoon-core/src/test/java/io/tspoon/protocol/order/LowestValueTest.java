/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.order;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LowestValueTest {
    @Test
    void lowestWaitsForTheSlowestSender() {
        LowestValue lowest = new LowestValue(3, 0);
        assertThat(lowest.set(0, 10)).isFalse();
        assertThat(lowest.set(1, 20)).isFalse();
        assertThat(lowest.lowest()).isZero();

        assertThat(lowest.set(2, 15)).isTrue();
        assertThat(lowest.lowest()).isEqualTo(10);
    }

    @Test
    void lowestMayGoDownAndUpAgain() {
        LowestValue lowest = new LowestValue(2, Long.MAX_VALUE);
        assertThat(lowest.set(1, 5)).isTrue();
        assertThat(lowest.set(0, 7)).isFalse();
        assertThat(lowest.set(1, Long.MAX_VALUE)).isTrue();

        assertThat(lowest.lowest()).isEqualTo(7);
    }

    @Test
    void sameValueIsNoChange() {
        LowestValue lowest = new LowestValue(1, 3);

        assertThat(lowest.set(0, 3)).isFalse();
        assertThat(lowest.lowest()).isEqualTo(3);
    }
}
