/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.read.ReadException;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReadQueueTest {
    private final ManualMailbox mailbox = new ManualMailbox();
    private final Queue<Runnable> pauses = new ArrayDeque<>();
    private long now;
    private final ReadQueue queue =
            new ReadQueue(mailbox, "state[0]", pauses::add, () -> now, () -> {});

    /** Takes some turns, and no time. */
    private static class Turns extends ReadTask<String> {
        private int left;

        Turns(int count) {
            left = count;
        }

        @Override
        boolean run(long untilNanos) {
            left--;
            return left <= 0 && answer().complete("over");
        }
    }

    private final class TakesAllTime extends Turns {
        TakesAllTime(int count) {
            super(count);
        }

        @Override
        boolean run(long untilNanos) {
            now = untilNanos;
            return super.run(untilNanos);
        }
    }

    @Test
    void whatTakesLongerPausesAndWhatComesGoesOn() throws Exception {
        Turns scan = add(new Turns(3));
        mailbox.runAll();
        assertThat(scan.left).isEqualTo(2);
        Turns short1 = add(new Turns(1));
        mailbox.runAll();
        assertThat(short1.answer()).isCompletedWithValue("over");
        assertThat(scan.left).isEqualTo(2);

        endPause();
        assertThat(scan.left).isEqualTo(1);
        mailbox.runAll();
        blockOf(0);
        assertThat(scan.left).isEqualTo(1);

        endPause();
        assertThat(scan.answer()).isCompletedWithValue("over");
        assertThat(pauses).isEmpty();
    }

    @Test
    void longReadsShareOnePauseAndTakeTurns() throws Exception {
        Turns one = add(new Turns(3));
        Turns other = add(new Turns(2));
        mailbox.runAll();
        assertThat(pauses).hasSize(1);

        endPause();
        assertThat(one.left).isEqualTo(1);
        assertThat(other.answer()).isDone();
        assertThat(pauses).hasSize(1);
    }

    @Test
    void theNextLongReadGoesOnAfterOneThatTookAllTheTime() throws Exception {
        Turns one = add(new TakesAllTime(2));
        Turns other = add(new Turns(2));
        mailbox.runAll();

        endPause();
        assertThat(one.answer()).isDone();
        assertThat(other.left).isEqualTo(1);
        endPause();
        assertThat(other.answer()).isDone();
    }

    @Test
    void whoeverHadTheRestOfASliceOnlyIsNextAndNotLong() throws Exception {
        Turns first = add(new Turns(1));
        Turns second = add(new TakesAllTime(2));
        Turns third = add(new Turns(1));

        mailbox.tryYield();
        assertThat(first.answer()).isDone();
        assertThat(second.left).isEqualTo(1);
        mailbox.tryYield();
        assertThat(second.answer()).isDone();
        assertThat(third.answer()).isNotDone();
        assertThat(pauses).isEmpty();
        mailbox.tryYield();
        assertThat(third.answer()).isDone();
    }

    /** Flink's timers do nothing any more then. */
    @Test
    void thereAreNoPausesOnceTheInputIsOver() throws Exception {
        Turns before = add(new Turns(3));
        mailbox.runAll();
        assertThat(pauses).hasSize(1);

        queue.finish();
        Turns after = add(new Turns(3));
        mailbox.runAll();
        assertThat(before.answer()).isDone();
        assertThat(after.answer()).isDone();
        assertThat(pauses).hasSize(1);
    }

    @Test
    void longReadsFailWhenTheInstanceEnds() throws Exception {
        Turns scan = add(new Turns(3));
        mailbox.runAll();

        queue.close();

        assertThatThrownBy(scan.answer()::join)
                .hasCauseInstanceOf(ReadException.class)
                .hasMessageContaining("the instance has ended");
        endPause();
        assertThat(pauses).isEmpty();
    }

    @Test
    void whereThereIsMuchToDoNobodyWaitsForTheTimer() throws Exception {
        Turns scan = add(new Turns(3));
        mailbox.runAll();
        now += ReadQueue.PAUSE_NANOS;
        blockOf(0);
        assertThat(scan.left).isEqualTo(1);

        pauses.remove().run();
        assertThat(scan.left).isEqualTo(1);
        assertThat(pauses).hasSize(1);
    }

    @Test
    void readsRestWhileTransactionsTakeMuchTime() throws Exception {
        keepBusy();
        Turns first = add(new Turns(1));
        mailbox.runAll();
        assertThat(first.answer()).isDone();

        Turns second = add(new Turns(1));
        Turns third = add(new Turns(1));
        mailbox.runAll();
        blockOf(ReadQueue.REST_NANOS - 1);
        assertThat(second.answer()).isNotDone();
        blockOf(1);
        assertThat(second.answer()).isDone();
        assertThat(third.answer()).isDone();
    }

    @Test
    void aRestEndsIfNoBlockComes() throws Exception {
        keepBusy();
        add(new Turns(1));
        mailbox.runAll();
        Turns second = add(new Turns(1));

        now += BusyTime.SPAN_NANOS;
        pauses.remove().run();
        assertThat(second.answer()).isDone();
        Turns third = add(new Turns(1));
        mailbox.runAll();
        assertThat(third.answer()).isDone();
        assertThat(pauses).isEmpty();
    }

    @Test
    void whoComesAfterARestOfNobodyIsServedAtOnce() throws Exception {
        keepBusy();
        add(new Turns(1));
        mailbox.runAll();
        blockOf(ReadQueue.REST_NANOS);

        Turns second = add(new Turns(1));
        mailbox.runAll();
        assertThat(second.answer()).isDone();
    }

    @Test
    void readsDoNotRestBesideFewTransactions() throws Exception {
        blockOf(BusyTime.SPAN_NANOS / 5);
        now += BusyTime.SPAN_NANOS;
        for (int i = 0; i < 2; i++) {
            Turns read = add(new Turns(1));
            mailbox.runAll();
            assertThat(read.answer()).isDone();
        }
        assertThat(pauses).isEmpty();
    }

    @Test
    void aRestEndsWithTheInput() throws Exception {
        keepBusy();
        add(new Turns(1));
        mailbox.runAll();
        Turns second = add(new Turns(1));

        queue.finish();
        mailbox.runAll();
        assertThat(second.answer()).isDone();
    }

    private void keepBusy() {
        blockOf(BusyTime.SPAN_NANOS);
    }

    private void blockOf(long nanos) {
        queue.blockBegins();
        now += nanos;
        queue.blockEnds();
    }

    private void endPause() {
        now += ReadQueue.PAUSE_NANOS;
        pauses.remove().run();
    }

    private Turns add(Turns task) {
        queue.addRead(task);
        return task;
    }
}
