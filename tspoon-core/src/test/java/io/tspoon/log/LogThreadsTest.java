/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** In which order flushes and steps are done and reported, and what becomes of failures. */
@Timeout(60)
class LogThreadsTest extends HeldLogThreads {
    @Test
    void flushIsWrittenWhileTheOneBeforeIsSynced() throws Exception {
        Flush first = written(1);
        Flush second = written(2);
        assertThat(done).containsExactly("1 beside 0", "2 beside 1");

        first.syncs.release();
        assertThat(heard.await(1)).containsExactly(1L);
        second.syncs.release();
        assertThat(heard.await(2)).containsExactly(2L);
    }

    @Test
    void flushThatWasAddedDuringAWriteBeginsAfterIt() throws Exception {
        Flush first = notAdded(1, true);
        first.writes.acquire();
        add(first);
        Flush second = flush(2, true);
        first.writes.release();

        second.written.acquire();
        assertThat(done).containsExactly("1 beside 0", "2 beside 1");
    }

    @Test
    void nothingIsWrittenBehindAWriteThatFailed() throws Exception {
        Flush first = written(1);
        Flush second = notAdded(2, true);
        second.writeFails = true;
        add(second);
        assertThat(heard.awaitFailure()).hasMessageContaining("No space left on device, flush=2");
        add(notAdded(3, true));
        first.syncs.release();

        assertThat(heard.await(1)).containsExactly(1L);
        threads.close();
        assertThat(done).containsExactly("1 beside 0", "2 beside 1", "2 abandoned");
        assertThat(heard.nothing()).isTrue();
    }

    @Test
    void flushIsReportedOnlyWhenThoseBeforeAreDurable() throws Exception {
        Flush first = written(1);
        Flush second = written(2);
        second.syncs.release();
        while (!second.synced) {
            Thread.onSpinWait();
        }
        assertThat(heard.nothing()).isTrue();

        first.syncs.release();
        assertThat(heard.await(2)).endsWith(2L);
    }

    @Test
    void smallFlushWaitsForTheOneBefore() throws Exception {
        Flush first = written(1);
        Flush second = flush(2, false);
        second.syncs.release();
        assertThat(second.written.tryAcquire()).isFalse();

        first.syncs.release();
        assertThat(heard.await(2)).containsExactly(1L, 2L);
        assertThat(done).containsExactly("1 beside 0", "2 beside 0");
    }

    @Test
    void flushThatHasGrownMayBegin() throws Exception {
        Flush first = written(1);
        Flush second = flush(2, false);
        assertThat(second.written.tryAcquire()).isFalse();
        threads.lock.lock();
        try {
            second.beside = true;
            threads.wakeIfDue();
        } finally {
            threads.lock.unlock();
        }
        second.written.acquire();
        assertThat(done).containsExactly("1 beside 0", "2 beside 1");

        second.syncs.release();
        first.syncs.release();
        assertThat(heard.await(2)).endsWith(2L);
    }

    @Test
    void noMoreFlushesThanThreadsAreOnTheirWay() throws Exception {
        Flush first = written(1);
        Flush second = written(2);
        Flush third = flush(3, true);
        first.syncs.release();
        third.written.acquire();
        assertThat(done).containsExactly("1 beside 0", "2 beside 1", "3 beside 1");

        third.syncs.release();
        second.syncs.release();
        assertThat(heard.await(3)).startsWith(1L).endsWith(3L);
    }

    @Test
    void anythingElseGoesAlone() throws Exception {
        Flush first = written(1);
        Flush second = written(2);
        step("roll");
        Flush third = flush(3, true);
        second.syncs.release();
        assertThat(done).hasSize(2);
        first.syncs.release();
        third.written.acquire();
        third.syncs.release();

        assertThat(heard.await(3)).endsWith(2L, 3L);
        assertThat(done).containsExactly("1 beside 0", "2 beside 1", "roll", "3 beside 0");
    }

    @Test
    void stepThatHasMoreToDoGoesBehindWhatWaits() throws Exception {
        Flush first = written(1);
        step("deletion", 3);
        Flush second = flush(2, true);
        step("roll");
        Flush third = flush(3, true);
        first.syncs.release();
        second.syncs.release();
        third.syncs.release();

        assertThat(heard.await(3)).containsExactly(1L, 2L, 3L);
        while (done.size() < 7) {
            Thread.onSpinWait();
        }
        assertThat(done)
                .containsExactly(
                        "1 beside 0",
                        "deletion",
                        "2 beside 0",
                        "roll",
                        "3 beside 0",
                        "deletion",
                        "deletion");
    }

    @Test
    void nothingIsReportedBehindAFlushThatFailed() throws Exception {
        Flush first = written(1);
        Flush second = written(2);
        step("roll");
        first.fails = true;
        first.syncs.release();
        assertThat(heard.awaitFailure()).hasMessageContaining("flush=1");
        second.syncs.release();
        assertThat(threads.close()).isTrue();

        assertThat(heard.nothing()).isTrue();
        assertThat(done).endsWith("1 abandoned", "roll abandoned");
        assertThatThrownBy(threads::checkNotFailed).hasMessageContaining("flush=1");
    }

    @Test
    void failureIsToldWhenTheFlushIsAbandonedAndNothingFollows() throws Exception {
        Flush first = written(1);
        first.mayAbandon.acquire();
        first.fails = true;
        first.syncs.release();
        first.abandoning.acquire();
        threads.lock.lock();
        try {
            assertThat(threads.isOver()).isTrue();
        } finally {
            threads.lock.unlock();
        }
        assertThat(heard.nothing()).isTrue();

        first.mayAbandon.release();
        assertThat(heard.awaitFailure()).hasMessageContaining("flush=1");
    }

    @Test
    void failureIsToldOnce() throws Exception {
        Flush first = written(1);
        Flush second = written(2);
        first.fails = true;
        second.fails = true;
        second.syncs.release();
        first.syncs.release();
        heard.awaitFailure();
        threads.close();

        assertThat(heard.nothing()).isTrue();
    }

    @Test
    void closeDoesWhatThereIsToDo() throws Exception {
        Flush first = written(1);
        Flush second = flush(2, false);
        step("roll");
        Thread closer = new Thread(threads::close);
        closer.start();
        second.syncs.release();
        first.syncs.release();
        closer.join();

        assertThat(heard.await(2)).containsExactly(1L, 2L);
        assertThat(done).containsExactly("1 beside 0", "2 beside 0", "roll");
        assertThat(threads.close()).isFalse();
        assertThatThrownBy(threads::checkNotOver).hasMessageContaining("closed");
    }

    /** Syncs end in any order, flushes are small and large, and threads meet anywhere. */
    @Test
    void whateverTheOrderOfSyncsReportsAscendAndNothingIsMissing() throws Exception {
        Random random = new Random(1);
        List<Flush> behind = new ArrayList<>();
        int count = 20_000;
        for (int number = 1; number <= count; number++) {
            if (random.nextInt(50) == 0) {
                step("step");
            }
            behind.add(flush(number, random.nextInt(3) > 0));
            while (behind.size() > random.nextInt(4)) {
                behind.remove(random.nextInt(behind.size())).syncs.release();
            }
        }
        behind.forEach(flush -> flush.syncs.release());

        assertThat(heard.await(count)).isSorted().doesNotHaveDuplicates();
        assertThat(done.stream().filter(text -> text.contains(" beside ")))
                .hasSize(count)
                .anyMatch(text -> text.endsWith(" beside 1"))
                .noneMatch(text -> text.endsWith(" beside 2"));
        assertThat(heard.nothing()).isTrue();
    }
}
