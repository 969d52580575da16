/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.transaction.Outcome;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class CommitLogTest {
    private final FakeWriter writer = new FakeWriter();
    private final List<String> woken = new ArrayList<>();
    private long nowMs = Long.MAX_VALUE / 1_000_000 - 7; // the clock runs over
    private final CommitLog log =
            new CommitLog(writer, () -> woken.add("open"), () -> nowMs * 1_000_000);

    @Test
    void batchWithoutOutcomesWaitsForTheOneBefore() throws IOException {
        assertThat(log.flush(1)).isZero();
        encode(10);
        assertThat(log.flush(2)).isEqualTo(2);
        assertThat(log.flush(3)).isEqualTo(2);

        assertThat(writer.tickets).containsExactly(2L);
    }

    @Test
    void outcomesAreAppendedOnce() throws IOException {
        encode(10);
        log.flush(1);
        int length = writer.length;
        encode(20);
        log.flush(2);

        assertThat(writer.length).isEqualTo(length);
    }

    /** Or all that is decided together would have to fit into one flush. */
    @Test
    void muchIsAppendedBeforeTheBatchEnds() throws IOException {
        encode(1);
        log.flush(1);
        String key = "k".repeat(LogRecords.LARGE_BYTES / 3);
        for (int i = 0; i < 10; i++) {
            log.flushIfLarge();
            encode(i, key);
        }

        assertThat(log.flush(2)).isEqualTo(2);
        assertThat(writer.tickets).as("durable with the batch").containsExactly(1L, 1L, 1L, 1L, 2L);
        assertThat(writer.length).as("of the last").isLessThan(LogRecords.LARGE_BYTES);
    }

    /** One large transaction is not to take its memory for the rest of the run. */
    @Test
    void arrayIsKeptUnlessItIsLarge() throws IOException {
        String key = "k".repeat(LogRecords.LARGE_BYTES - 1_000);
        encode(1, key);
        encode(2, key);
        log.flush(1);
        byte[] large = writer.records;
        encode(3);
        log.flush(2);
        assertThat(writer.records).isSameAs(large);

        encode(4, key.repeat(5));
        log.flush(3);
        assertThat(writer.records).hasSizeGreaterThan(5 * key.length());
        encode(5);
        log.flush(4);
        assertThat(writer.records).hasSizeLessThan(LogRecords.LARGE_BYTES);
    }

    @Test
    void closeIsWokenUpWhenItsTicketIsDurable() {
        log.awaitsLog(5, () -> woken.add("close"));
        writer.listener.durable(4);
        assertThat(woken).containsExactly("open");

        writer.listener.durable(6);
        assertThat(woken).containsExactly("open", "open", "close");
        assertThat(log.durable()).isEqualTo(6);

        writer.listener.durable(7);
        assertThat(woken).as("not once more").hasSize(4).last().isEqualTo("open");
    }

    @Test
    void closeIsWokenUpAtOnceIfItsTicketIsDurableAlready() {
        writer.listener.durable(5);
        log.awaitsLog(5, () -> woken.add("close"));
        assertThat(woken).containsExactly("open", "close");
    }

    @Test
    void tellsHowLongOneBatchAtATimeWaits() throws IOException {
        List<Long> waits = new ArrayList<>();
        log.onWait(waits::add);
        encode(1);
        log.flush(1);
        nowMs += 5;
        encode(2);
        log.flush(2);
        log.flush(3); // has no outcomes
        nowMs += 5;

        writer.listener.durable(1);
        assertThat(waits).containsExactly(10_000_000L);
        writer.listener.durable(2);
        assertThat(waits).as("nobody measures the second one").hasSize(1);

        encode(4);
        log.flush(4);
        nowMs += 20;
        writer.listener.durable(5);
        assertThat(waits).containsExactly(10_000_000L, 20_000_000L);
    }

    /** Of a wait that does not end nothing is measured. */
    @Test
    void tellsForHowLongALogThatHangsIsWaitedFor() throws IOException {
        nowMs += 5;
        assertThat(log.waitingMs()).isZero();
        encode(1);
        log.flush(1);
        nowMs += 10;
        encode(2);
        log.flush(2);
        nowMs += 10;
        assertThat(log.waitingMs()).isEqualTo(20);

        writer.listener.durable(1);
        assertThat(log.waitingMs()).as("it does not hang").isZero();
        nowMs += 30;
        assertThat(log.waitingMs()).as("the second one waits").isEqualTo(30);
        encode(3);
        log.flush(3);
        nowMs += 1;
        assertThat(log.waitingMs()).as("the third one does not hide it").isEqualTo(31);

        writer.listener.durable(3);
        nowMs += 50;
        assertThat(log.waitingMs()).isZero();
        encode(4);
        log.flush(4);
        nowMs += 2;
        assertThat(log.waitingMs()).isEqualTo(2);
    }

    /** Nothing else waits for the log then. */
    @Test
    void tellsForHowLongASegmentHasNotBegun() throws IOException {
        writer.rolling =
                () -> {
                    nowMs += 40;
                    assertThat(log.waitingMs()).isEqualTo(40);
                };
        long unused = log.roll(new byte[0]);

        nowMs += 40;
        assertThat(log.waitingMs()).isZero();
    }

    private void encode(long id) throws IOException {
        encode(id, "key");
    }

    private void encode(long id, String key) throws IOException {
        log.encoder().begin(id, id, Outcome.COMMITTED, 1, "", key, 0, 0);
        log.encoder().reasons(List.of());
        log.encoder().updates(0);
        log.encoder().elements(0);
        log.encoder().end();
    }

    private static final class FakeWriter implements LogWriter {
        private final List<Long> tickets = new ArrayList<>();
        private Durable listener = ticket -> {};
        private Runnable rolling = () -> {};
        private byte[] records = {};
        private int length;

        @Override
        public void onDurable(Durable durable) {
            listener = durable;
        }

        @Override
        public void append(long ticket, byte[] appended, int count) {
            tickets.add(ticket);
            records = appended;
            length = count;
        }

        @Override
        public long roll(byte[] header) {
            rolling.run();
            return 0;
        }

        @Override
        public void deleteBefore(long position) {}

        @Override
        public long bytes() {
            return length;
        }

        @Override
        public void close() {}
    }
}
