/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicLong;

import static org.assertj.core.api.Assertions.assertThat;

class RecoveryProgressTest {
    private final AtomicLong nanos = new AtomicLong(-7);

    @Test
    void longRecoveryIsToldNowAndThen() {
        RecoveryProgress progress = new RecoveryProgress("g", 3, nanos::get);
        progress.found(2);
        progress.beginPart();

        try (LoggedMessages messages =
                new LoggedMessages(RecoveryProgress.class.getName(), Level.INFO)) {
            progress.read();
            nanos.addAndGet(RecoveryProgress.PERIOD_NANOS - 1);
            progress.read();
            assertThat(messages.all()).isEmpty();

            nanos.addAndGet(1);
            progress.read();
            progress.read();
            progress.beginPart();
            nanos.addAndGet(RecoveryProgress.PERIOD_NANOS);
            progress.read();
            String line = "Recovering from write-ahead log, graph=g, coordinator=3, part=";
            assertThat(messages.all())
                    .containsExactly(
                            line + "1 of 2, transactions=3, seconds=5",
                            line + "2 of 2, transactions=5, seconds=10");
        }
        assertThat(progress.elapsedMs()).isEqualTo(10_000);
    }
}
