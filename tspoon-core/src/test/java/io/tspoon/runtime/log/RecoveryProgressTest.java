/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicLong;

import static org.assertj.core.api.Assertions.assertThat;

class RecoveryProgressTest {
    private final AtomicLong nanos = new AtomicLong(-7);

    @Test
    void longRecoveryIsToldNowAndThen() {
        RecoveryProgress progress = new RecoveryProgress("g", 0, nanos::get);
        progress.found(1);
        progress.beginPart();

        assertThat(progress.read()).isFalse();
        nanos.addAndGet(RecoveryProgress.PERIOD_NANOS - 1);
        assertThat(progress.read()).isFalse();
        nanos.addAndGet(1);
        assertThat(progress.read()).isTrue();
        assertThat(progress.read()).isFalse();
        nanos.addAndGet(RecoveryProgress.PERIOD_NANOS);
        assertThat(progress.read()).isTrue();
        assertThat(progress.elapsedMs()).isEqualTo(10_000);
    }
}
