/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.LogFailure;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogWriter;
import io.tspoon.log.WriteAheadLog;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.TaskInfoImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/** The second of two coordinators, after a run of six. */
@Timeout(60)
class OldPartsTest {
    private static final int PARTS = 6;
    private static final TaskInfo TASK = new TaskInfoImpl("open", 128, 1, 2, 0);

    private final FakeLog log = new FakeLog();
    private final OldParts parts = new OldParts(log, "bank", TASK);

    @Test
    void onlyThoseThatAreTheCoordinatorsAreFound() throws Exception {
        assertThat(OldParts.find(log, "bank", TASK)).containsExactly(3, 5);
    }

    @Test
    void areDeletedOnce() throws Exception {
        deleteUntil(3);
        deleteUntil(5);
        parts.close();
        parts.delete();

        assertThat(log.deleted).isEmpty();
    }

    @Test
    void deletionThatIsNotConfirmedIsTriedAgain() throws Exception {
        log.failures.set(2);
        deleteUntil(3);
        deleteUntil(3);
        deleteUntil(3);
        assertThat(log.deleted.take()).isEqualTo(5);
    }

    @Test
    void deletionThatLeavesSomethingIsTriedAgain() throws Exception {
        log.incomplete.set(2);
        deleteUntil(3);
        deleteUntil(3);
        deleteUntil(3);
        assertThat(log.deleted.take()).isEqualTo(5);
    }

    @Test
    void nobodyWaitsForADeletionButClose() throws Exception {
        log.hangs = true;
        parts.delete();
        log.hanging.await();
        parts.delete();

        parts.close();

        assertThat(log.interrupted.getCount()).as("has ended before").isZero();
        assertThat(log.deleted).containsExactly(3);
    }

    @Test
    void closeWaitsThoughItIsInterrupted() throws Exception {
        log.hangs = true;
        parts.delete();
        log.hanging.await();

        Thread.currentThread().interrupt();
        parts.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(log.interrupted.getCount()).isZero();
    }

    /** Calls again, as each checkpoint does, until the next part is being deleted. */
    private void deleteUntil(int part) throws InterruptedException {
        Integer deleted = null;
        while (deleted == null) {
            parts.delete();
            deleted = log.deleted.poll(1, TimeUnit.MILLISECONDS);
        }
        assertThat(deleted).isEqualTo(part);
    }

    /** Notes which parts are deleted; does it as it is told. */
    private static final class FakeLog implements WriteAheadLog {
        private static final long serialVersionUID = 1L;

        private final transient BlockingQueue<Integer> deleted = new LinkedBlockingQueue<>();
        private final transient CountDownLatch hanging = new CountDownLatch(1);
        private final transient CountDownLatch interrupted = new CountDownLatch(1);
        private final AtomicInteger failures = new AtomicInteger();
        private final AtomicInteger incomplete = new AtomicInteger();
        private volatile boolean hangs;

        @Override
        public void validate() {}

        @Override
        public List<Integer> parts(String graph) {
            return IntStream.range(0, PARTS).boxed().toList();
        }

        @Override
        public LogWriter openWriter(String graph, int part, LogFailure failure) {
            return new FakeWriter(this, part);
        }

        @Override
        public LogReader openReader(String graph, int part, long position) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class FakeWriter implements LogWriter {
        private final FakeLog log;
        private final int part;
        private long bytes;

        FakeWriter(FakeLog log, int part) {
            this.log = log;
            this.part = part;
        }

        @Override
        public void onDurable(Durable listener) {}

        @Override
        public void append(long ticket, byte[] records, int length) {}

        @Override
        public long roll(byte[] header) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void deleteBefore(long position) {
            assertThat(position).isEqualTo(Long.MAX_VALUE);
            bytes = log.incomplete.getAndDecrement() > 0 ? 7 : 0;
            log.deleted.add(part);
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public void close() throws IOException {
            if (log.failures.getAndDecrement() > 0) {
                throw new IOException("the brokers are slow");
            }
            if (log.hangs) {
                log.hanging.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    log.interrupted.countDown();
                    throw new InterruptedIOException();
                }
            }
        }
    }
}
