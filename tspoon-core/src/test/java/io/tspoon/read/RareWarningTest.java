/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.junit.jupiter.api.Test;

import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;

class RareWarningTest {
    /** Such clocks may begin anywhere, and go over. */
    private long nowNanos = Long.MAX_VALUE - 5;

    private final RareWarning warning = new RareWarning(Duration.ofNanos(10), () -> nowNanos);

    @Test
    void isGivenAtOnceThenAfterThePause() {
        assertThat(warning.occurred()).isEqualTo(1);

        nowNanos += 9;
        assertThat(warning.occurred()).isZero();
        assertThat(warning.occurred()).isZero();

        nowNanos++;
        assertThat(warning.occurred()).isEqualTo(3);
        assertThat(warning.occurred()).isZero();
    }
}
