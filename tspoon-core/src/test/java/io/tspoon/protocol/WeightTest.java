/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WeightTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 10, 999, 65_536})
    void sharesAddUpToWhatWasDivided(int count) {
        long weight = Weight.share(Weight.WHOLE, 3, 0);
        long sum = 0;
        for (int i = 0; i < count; i++) {
            long share = Weight.share(weight, count, i);
            assertThat(share).isPositive();
            sum += share;
        }

        assertThat(sum).isEqualTo(weight);
    }

    @Test
    void onlyChildGetsAll() {
        assertThat(Weight.share(Weight.WHOLE, 1, 0)).isEqualTo(Weight.WHOLE);
    }

    @Test
    void smallestShareCanBeHandedOnWhole() {
        assertThat(Weight.share(1, 1, 0)).isEqualTo(1);
    }

    @Test
    void shareTooSmallToDivideIsRejected() {
        assertThatThrownBy(() -> Weight.share(2, 3, 0))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("share=2, children=3");
    }
}
