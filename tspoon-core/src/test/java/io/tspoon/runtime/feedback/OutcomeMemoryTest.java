/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.read.RetainedOutcome;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import static org.assertj.core.api.Assertions.assertThat;

class OutcomeMemoryTest {
    private static final long RETENTION = 100;
    private static final int MOST = 3;

    private final AtomicLong now = new AtomicLong();
    private final OutcomeMemory memory = new OutcomeMemory(RETENTION, MOST, now::get);

    @Test
    void outcomeIsThatOfEntranceAndKey() {
        end("a", "1", 7);
        end("b", "1", 8);

        assertThat(timestamp("a", "1")).isEqualTo(7);
        assertThat(timestamp("b", "1")).isEqualTo(8);
        assertThat(memory.find("", "1")).isNull();
        assertThat(memory.find("a", "2")).isNull();
    }

    @Test
    void laterOneOfAKeyIsKept() {
        end("", "1", 7);
        end("", "1", 8);
        end("", "2", 9);
        end("", "3", 10); // forgets the first, which has the key of the second

        assertThat(timestamp("", "1")).isEqualTo(8);
    }

    @Test
    void oldestAreForgottenBeyondTheHighestNumber() {
        for (int i = 0; i <= MOST; i++) {
            end("", "" + i, i);
        }

        assertThat(memory.find("", "0")).isNull();
        assertThat(timestamp("", "1")).isEqualTo(1);
    }

    @Test
    void oldOnesAreForgottenEvenIfNoneFollows() {
        end("", "1", 7);
        now.set(RETENTION);
        assertThat(timestamp("", "1")).isEqualTo(7);

        now.set(RETENTION + 1);

        assertThat(memory.find("", "1")).isNull();
    }

    @Test
    void whoWaitsIsTold() {
        CompletableFuture<RetainedOutcome> first = memory.await("", "1");
        CompletableFuture<RetainedOutcome> second = memory.await("", "1");
        CompletableFuture<RetainedOutcome> other = memory.await("a", "1");

        end("", "1", 7);

        assertTold(first);
        assertTold(second);
        assertThat(other).isNotDone();
        assertTold(memory.await("", "1"));
    }

    @Test
    void nothingIsLeftOfThoseWhoWait() {
        CompletableFuture<RetainedOutcome> told = memory.await("", "1");
        CompletableFuture<RetainedOutcome> gone = memory.await("", "2");
        CompletableFuture<RetainedOutcome> stays = memory.await("", "2");

        end("", "1", 7);
        gone.cancel(false);

        assertThat(told).isDone();
        assertThat(memory.waiting()).isOne();
        stays.cancel(false);
        assertThat(memory.waiting()).isZero();
    }

    private static void assertTold(CompletableFuture<RetainedOutcome> waiting) {
        assertThat(waiting).isCompletedWithValueMatching(outcome -> outcome.timestamp() == 7);
    }

    private long timestamp(String entrance, String key) {
        RetainedOutcome found = memory.find(entrance, key);
        assertThat(found).isNotNull();
        return found.timestamp();
    }

    private void end(String entrance, String key, long timestamp) {
        memory.add(
                new TransactionResult<>(
                        new TransactionId(timestamp),
                        entrance,
                        key,
                        new ExecutionTimestamp(timestamp),
                        Outcome.COMMITTED,
                        1,
                        List.of(),
                        List.of(),
                        List.of()));
    }
}
