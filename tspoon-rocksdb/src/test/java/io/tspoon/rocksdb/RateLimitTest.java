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

    /** A storage that is as slow as the limit must not make the copies half as fast. */
    @Test
    void timeThatReadingTakesCounts() throws Exception {
        for (int i = 0; i < 10; i++) {
            clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(200));
            limit.passed(250);
        }

        assertThat(elapsedMs()).isEqualTo(2_500);
    }

    @Test
    void longerPausesThanASecondAreNotMadeUpFor() throws Exception {
        clock.addAndGet(TimeUnit.SECONDS.toNanos(100));

        limit.passed(3_000);

        assertThat(elapsedMs()).isEqualTo(102_000);
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
