/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.read.ReadException;
import io.tspoon.runtime.state.ManualMailbox;

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
        queue.goOn();
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
        queue.goOn();
        assertThat(scan.left).isEqualTo(1);

        pauses.remove().run();
        assertThat(scan.left).isEqualTo(1);
        assertThat(pauses).hasSize(1);
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
