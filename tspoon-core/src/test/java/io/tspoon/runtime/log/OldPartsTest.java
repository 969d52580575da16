/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogFailure;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogWriter;
import io.tspoon.log.WriteAheadLog;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.TaskInfoImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
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
    private static final long END = 100;
    private static final TaskInfo TASK = new TaskInfoImpl("open", 128, 1, 2, 0);

    private final FakeLog log = new FakeLog();
    private OldParts parts;

    @BeforeEach
    void shutParts() throws Exception {
        parts = OldParts.shut(log, "bank", TASK);
    }

    @Test
    void onlyThoseThatAreTheCoordinatorsAreShut() {
        assertThat(log.shut).containsExactly(3, 5);
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
        assertThat(log.deleted.take()).isEqualTo(deletionOf(5));
    }

    @Test
    void nobodyWaitsForADeletionButClose() throws Exception {
        log.hangs = true;
        parts.delete();
        log.hanging.await();
        parts.delete();

        parts.close();

        assertThat(log.interrupted.getCount()).as("has ended before").isZero();
        assertThat(log.deleted).containsExactly(deletionOf(3));
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
        Deletion deleted = null;
        while (deleted == null) {
            parts.delete();
            deleted = log.deleted.poll(1, TimeUnit.MILLISECONDS);
        }
        assertThat(deleted).isEqualTo(deletionOf(part));
    }

    /** Up to where the part ended when it was shut. */
    private static Deletion deletionOf(int part) {
        return new Deletion(part, END + part);
    }

    private record Deletion(int part, long before) {}

    /** Notes which parts are shut and deleted; does it as it is told. */
    private static final class FakeLog implements WriteAheadLog {
        private static final long serialVersionUID = 1L;
        private final transient List<Integer> shut = new ArrayList<>();
        private final transient BlockingQueue<Deletion> deleted = new LinkedBlockingQueue<>();
        private final transient CountDownLatch hanging = new CountDownLatch(1);
        private final transient CountDownLatch interrupted = new CountDownLatch(1);
        private final AtomicInteger failures = new AtomicInteger();
        private volatile boolean hangs;

        @Override
        public void validate() {}

        @Override
        public List<Integer> parts(String graph) {
            return IntStream.range(0, PARTS).boxed().toList();
        }

        @Override
        public LogWriter openWriter(String graph, int part, LogFailure failure) {
            throw new UnsupportedOperationException();
        }

        @Override
        public LogReader openReader(String graph, int part, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long shut(String graph, int part) {
            shut.add(part);
            return END + part;
        }

        @Override
        public void deleteBefore(String graph, int part, long position) throws IOException {
            deleted.add(new Deletion(part, position));
            if (failures.getAndDecrement() > 0) {
                throw new IOException("the brokers are slow");
            }
            if (hangs) {
                hanging.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw new InterruptedIOException();
                }
            }
        }
    }
}
