/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.junit.jupiter.api.Test;

import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How fast bytes pass. */
class RateLimitTest {
    private final AtomicLong clock = new AtomicLong(17);
    private final RateLimit limit = new RateLimit(1_000, clock::get, clock::addAndGet);

    private long elapsedMs() {
        return TimeUnit.NANOSECONDS.toMillis(clock.get() - 17);
    }

    @Test
    void bytesTakeTheirTime() throws Exception {
        for (int i = 0; i < 10; i++) {
            limit.passed(250);
        }

        assertThat(elapsedMs()).isEqualTo(2_500);
    }

    @Test
    void timeThatPassesAnywayCounts() throws Exception {
        limit.passed(0);
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(400));
        limit.passed(100);

        assertThat(elapsedMs()).isEqualTo(500);
    }

    @Test
    void timeWithoutBytesIsNotMadeUpFor() throws Exception {
        clock.addAndGet(TimeUnit.SECONDS.toNanos(100));

        limit.passed(1_000);

        assertThat(elapsedMs()).isEqualTo(101_000);
    }

    @Test
    void waitingEndsWithTheThread() {
        RateLimit waiting =
                new RateLimit(
                        1,
                        clock::get,
                        nanos -> {
                            throw new InterruptedException();
                        });

        assertThatThrownBy(() -> waiting.passed(1)).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
