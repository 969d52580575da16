/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.concurrency.Interleavings;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Close, the log's thread, and whoever asks how long the log has been waited for. */
class CommitLogInterleavingsTest {

    /** Close asks for one ticket after the other while they become durable. */
    @Test
    void closeHearsOfEveryTicketThatItAwaits() {
        Interleavings.explore(
                400,
                () -> {
                    Closing close = new Closing();
                    Interleavings.together(
                            () -> {
                                close.complete();
                                close.runMails();
                            },
                            () -> {
                                close.writer.durable(1);
                                close.writer.durable(2);
                            });
                    close.runMails();
                    Interleavings.check(close.seen == 2, "close has heard of the last ticket");
                });
    }

    /** Also what is durable is what open gets to know of when it is woken up. */
    @Test
    void openIsWokenUpAfterTheTicketIsDurable() {
        Interleavings.explore(
                100,
                () -> {
                    HeardWriter writer = new HeardWriter();
                    AtomicBoolean mail = new AtomicBoolean();
                    CommitLog log = new CommitLog(writer, () -> mail.set(true), () -> 0);
                    long[] seen = new long[1];
                    Runnable open =
                            () -> {
                                if (mail.getAndSet(false)) {
                                    seen[0] = log.durable();
                                }
                            };
                    Interleavings.together(open, () -> writer.durable(1));
                    open.run();
                    Interleavings.check(seen[0] == 1, "open has heard of the ticket");
                });
    }

    /** The log was idle for long; that must not look as if somebody had waited. */
    @Test
    void timeInWhichNothingWasAppendedIsNotCounted() {
        long idle = 1_000_000;
        Interleavings.explore(
                150,
                () -> {
                    AtomicLong clock = new AtomicLong();
                    LogWaits waits = new LogWaits(clock::incrementAndGet);
                    waits.appended(1);
                    waits.durable(1);
                    clock.addAndGet(idle);
                    Interleavings.together(
                            () -> waits.appended(2),
                            () -> Interleavings.check(waits.openNanos() < idle, "nobody waited"));
                });
    }

    @Test
    void segmentHasNotBegunForLongerThanItHas() {
        long idle = 1_000_000;
        Interleavings.explore(
                150,
                () -> {
                    AtomicLong clock = new AtomicLong();
                    LogWaits waits = new LogWaits(clock::incrementAndGet);
                    clock.addAndGet(idle);
                    Interleavings.together(
                            waits::segmentBegins,
                            () -> Interleavings.check(waits.openNanos() < idle, "nobody waited"));
                });
    }

    @Test
    void batchThatIsMeasuredNextDoesNotChangeWhatIsMeasured() {
        Interleavings.explore(
                150,
                () -> {
                    AtomicLong clock = new AtomicLong();
                    LogWaits waits = new LogWaits(clock::incrementAndGet);
                    waits.listener(nanos -> Interleavings.check(nanos > 0, "a wait takes time"));
                    waits.appended(1);
                    Interleavings.together(() -> waits.durable(1), () -> waits.appended(2));
                    waits.durable(2);
                });
    }

    /** The close operator: waits for one ticket after the other, and is woken up by mail. */
    private static final class Closing {
        final HeardWriter writer = new HeardWriter();
        private final AtomicBoolean mail = new AtomicBoolean();
        private final CommitLog log = new CommitLog(writer, () -> {}, () -> 0);
        long seen;

        void complete() {
            seen = log.durable();
            if (seen < 2) {
                log.awaitsLog(seen + 1, () -> mail.set(true));
            }
        }

        void runMails() {
            while (mail.getAndSet(false)) {
                complete();
            }
        }
    }
}
