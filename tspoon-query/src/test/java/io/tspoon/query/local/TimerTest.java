/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.bound.Timer;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.testing.TestJob;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TimerTest {
    private static final long TIMEOUT_MS = 70;

    private final Queue<Runnable> actions = new ArrayDeque<>();
    private int takenBack;

    private final Timer timer =
            (delayMs, action) -> {
                assertThat(delayMs).isEqualTo(TIMEOUT_MS);
                actions.add(action);
                return () -> takenBack++;
            };

    @Test
    void whatIsNotDoneInTimeFails() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        assertThat(timer.limit(future, TIMEOUT_MS)).isSameAs(future).isNotDone();

        actions.remove().run();

        assertFails(future);
    }

    @Test
    void whatIsDoneNeedsNoTimer() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        timer.limit(future, TIMEOUT_MS).complete(7);
        assertThat(takenBack).isOne();

        assertThat(timer.limit(future, TIMEOUT_MS)).isCompletedWithValue(7);
        assertThat(actions).hasSize(1);
    }

    /** So what a scan waits for gives its turn back. */
    @Test
    void aReadOfAnInstanceThatIsHeldUpFails() throws Exception {
        try (TestJob job = TestJob.start(1, new Configuration())) {
            LocalInstance<Long, Long> instance =
                    new LocalInstance<>(
                            job.state("bank", "balance", Types.LONG, Types.LONG, 1).instance(0),
                            JsonMapping.standard());
            Runnable release = job.holdUp();
            CompletableFuture<?> answer =
                    instance.read(
                            List.of(1L), 0, Duration.ofMillis(TIMEOUT_MS), timer, Runnable::run);

            actions.remove().run();

            assertFails(answer);
            release.run();
        }
    }

    private static void assertFails(CompletableFuture<?> future) {
        assertThat(future).isCompletedExceptionally();
        assertThatThrownBy(future::join).hasCauseInstanceOf(TimeoutException.class);
    }
}
