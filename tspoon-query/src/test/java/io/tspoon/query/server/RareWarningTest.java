/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class RareWarningTest {
    /** Such clocks may begin anywhere, and go over. */
    private long nowNanos = Long.MAX_VALUE - 5;

    private final List<Long> warned = new ArrayList<>();
    private final RareWarning warning =
            new RareWarning(Duration.ofNanos(10), () -> nowNanos, warned::add);

    @Test
    void isGivenAtOnceThenAfterThePause() {
        warning.occurred();
        assertThat(warned).containsExactly(1L);

        nowNanos += 9;
        warning.occurred();
        warning.occurred();
        assertThat(warned).hasSize(1);

        nowNanos++;
        warning.occurred();
        assertThat(warned).containsExactly(1L, 3L);
    }
}
