/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;

/** How long a flush waits for more. */
@Timeout(60)
class LogThreadsRestTest extends HeldLogThreads {
    @Test
    void firstFlushDoesNotRest() throws Exception {
        rest(Duration.ofHours(1));
        Flush first = resting(1);

        first.written.acquire();
    }

    @Test
    void flushRestsUntilThereIsEnough() throws Exception {
        rest(Duration.ofHours(1));
        Flush first = written(1);
        Flush second = resting(2);
        first.syncs.release();
        heard.await(1);
        assertThat(second.written.tryAcquire()).isFalse();

        threads.lock.lock();
        try {
            threads.wakeIfDue();
            second.rests = false;
            threads.wakeIfDue();
        } finally {
            threads.lock.unlock();
        }
        second.written.acquire();
    }

    @Test
    void flushRestsNoLongerThanItMay() throws Exception {
        rest(Duration.ofMillis(20));
        long begin = System.nanoTime();
        Flush first = written(1);
        first.syncs.release();
        Flush second = resting(2);

        second.written.acquire();
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isGreaterThanOrEqualTo(Duration.ofMillis(20));
    }

    @Test
    void nothingRestsIfSomethingWaitsBehindItOrTheLogIsClosed() throws Exception {
        rest(Duration.ofHours(1));
        Flush first = written(1);
        first.syncs.release();
        heard.await(1);
        Flush second = resting(2);
        step("step");
        second.written.acquire();
        second.syncs.release();
        heard.await(2);

        Flush third = resting(3);
        third.syncs.release();
        threads.close();
        assertThat(heard.await(3)).contains(3L);
    }
}
