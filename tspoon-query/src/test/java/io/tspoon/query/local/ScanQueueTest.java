/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ScanQueueTest {
    private static final int MAX_RUNNING = 2;

    private final ScanQueue queue = new ScanQueue(MAX_RUNNING, Runnable::run);
    private final List<CompletableFuture<Integer>> begun = new ArrayList<>();

    @Test
    void thoseBeyondTheLimitWaitForTheirTurn() {
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            answers.add(queue.run(this::begin));
        }
        for (int i = 0; i < 5; i++) {
            assertThat(begun).hasSize(Math.min(5, i + MAX_RUNNING));
            assertThat(answers.get(i)).isNotDone();
            begun.get(i).complete(i);
            assertThat(answers.get(i)).isCompletedWithValue(i);
        }
        queue.run(this::begin);
        queue.run(this::begin);
        assertThat(begun).hasSize(7);
    }

    @Test
    void aScanThatFailsMakesRoom() {
        CompletableFuture<Integer> thrown = queue.run(ScanQueueTest::fail);
        CompletableFuture<Integer> failed = queue.run(this::begin);
        queue.run(this::begin);
        CompletableFuture<Integer> waiting = queue.run(this::begin);
        assertThat(thrown).isCompletedExceptionally();
        assertThat(begun).hasSize(MAX_RUNNING);

        begun.get(0).completeExceptionally(new IllegalStateException("asked for by the test"));

        assertThat(failed).isCompletedExceptionally();
        begun.get(2).complete(3);
        assertThat(waiting).isCompletedWithValue(3);
    }

    @Test
    void waitingIsBounded() {
        for (int i = 0; i < MAX_RUNNING + ScanQueue.MAX_WAITING; i++) {
            queue.run(this::begin);
        }
        assertThatThrownBy(() -> queue.run(this::begin))
                .isInstanceOfSatisfying(
                        QueryException.class,
                        e -> assertThat(e.reason()).isEqualTo(FailureReason.OVERLOADED));
        begun.get(0).complete(0);
        assertThat(queue.run(this::begin)).isNotDone();
    }

    private CompletableFuture<Integer> begin() {
        CompletableFuture<Integer> scan = new CompletableFuture<>();
        begun.add(scan);
        return scan;
    }

    private static CompletableFuture<Integer> fail() {
        throw new IllegalStateException("asked for by the test");
    }
}
