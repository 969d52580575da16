/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class FileLogWriterTest {
    @TempDir private java.nio.file.Path directory;

    private final FaultyFileSystem files = new FaultyFileSystem();
    private final Heard heard = new Heard();
    private Path part;
    private FileLogWriter writer;

    @BeforeEach
    void openWriter() throws IOException {
        part = new Path(directory.resolve("graph/0").toUri());
        writer = open();
    }

    private FileLogWriter open() throws IOException {
        FileLogWriter opened = new FileLogWriter(PartFiles.in(files, part), "log", heard);
        opened.onDurable(heard);
        return opened;
    }

    @AfterEach
    void closeWriter() {
        files.syncs.release(1_000);
        files.deletions.release(1_000);
        try {
            writer.close();
        } catch (IOException e) {
            // Tests of failures leave a writer behind that says so.
        }
    }

    @Test
    void whatIsAppendedDuringASyncIsOneFlush() throws Exception {
        writer.roll(Records.HEADER);
        files.blockSyncs();
        Records.append(writer, 1, "first");
        files.begunSyncs.acquire();
        files.calls.clear();
        for (int ticket = 2; ticket <= 1_000; ticket++) {
            Records.append(writer, ticket, "record " + ticket);
        }
        files.syncs.release(2);

        assertThat(heard.await(1_000)).containsExactly(1L, 1_000L);
        assertThat(files.calls).hasSize(3).element(0).isEqualTo("sync");
        assertThat(read()).hasSize(1 + 1_000).startsWith("#1", "first", "record 2");
    }

    @Test
    void ticketsBecomeDurableInOrder() throws Exception {
        writer.roll(Records.HEADER);
        for (int ticket = 1; ticket <= 5_000; ticket++) {
            Records.append(writer, ticket, "record " + ticket);
        }

        List<Long> tickets = heard.await(5_000);

        assertThat(tickets).isSorted().doesNotHaveDuplicates();
        assertThat(read().subList(1, 5_001))
                .isEqualTo(LongStream.rangeClosed(1, 5_000).mapToObj(i -> "record " + i).toList());
    }

    @Test
    void recordsMayWaitForThoseOfALaterCall() throws Exception {
        writer.roll(Records.HEADER);
        files.blockSyncs();
        Records.append(writer, 1, "first");
        files.begunSyncs.acquire();
        Records.append(writer, 1, "second");
        files.syncs.release(2);
        heard.await(1);
        Records.append(writer, 2, "third");
        files.syncs.release(2);

        assertThat(heard.await(2)).isSorted().endsWith(2L);
        assertThat(read()).containsExactly("#1", "first", "second", "third");
    }

    @Test
    void arrayMayBeUsedAgain() throws Exception {
        writer.roll(Records.HEADER);
        files.blockSyncs();
        LogRecords records = Records.of("first");
        writer.append(1, records.array(), records.length());
        Arrays.fill(records.array(), (byte) 0);
        files.syncs.release(1);
        heard.await(1);

        assertThat(read()).containsExactly("#1", "first");
    }

    @Test
    void eachFlushSaysHowManyBeforeItWereOnTheirWay() throws Exception {
        Semaphore begun = new Semaphore(0);
        Semaphore syncs = new Semaphore(1);
        java.nio.file.Path file = directory.resolve("local");
        PartFiles local =
                new PartFiles(
                        files,
                        part,
                        ignored -> FaultyChannel.segment(file, begun, syncs, new ArrayList<>()));
        String large = "x".repeat(FileLogWriter.LEAST_BYTES_BESIDE);
        try (LogWriter localWriter = new FileLogWriter(local, "log", heard);
                Closeable noMoreWaiting = () -> syncs.release(100)) {
            localWriter.onDurable(heard);
            localWriter.roll(Records.HEADER);
            begun.acquire();
            Records.append(localWriter, 1, "first");
            begun.acquire();
            Records.append(localWriter, 2, large);
            begun.acquire();
            Records.append(localWriter, 3, "third");
            noMoreWaiting.close();
            heard.await(3);
        }

        try (SegmentReader reader = Records.segment(Files.readAllBytes(file))) {
            List<Integer> onTheWay = new ArrayList<>();
            FlushFrame frame = reader.next();
            while (frame != null) {
                onTheWay.add(frame.onTheWay());
                frame = reader.next();
            }
            assertThat(onTheWay).containsExactly(0, 0, 1, 0);
        }
    }

    @Test
    void flushesAreBounded() throws Exception {
        writer.roll(Records.HEADER);
        files.blockSyncs();
        Records.append(writer, 1, "first");
        files.begunSyncs.acquire();
        String megabyte = "x".repeat(1 << 20);
        for (int ticket = 2; ticket <= 9; ticket++) {
            Records.append(writer, ticket, megabyte);
        }
        Records.append(writer, 10, "y".repeat(2 * FileLogWriter.MAX_FLUSH_BYTES));
        Records.append(writer, 11, "last");
        files.syncs.release(100);

        assertThat(heard.await(11)).containsExactly(1L, 4L, 7L, 9L, 10L, 11L);
        assertThat(read()).hasSize(12).endsWith("last");
    }

    @Test
    void rollWaitsForWhatWasAppended() throws Exception {
        writer.roll(Records.HEADER);
        Records.append(writer, 1, "first");

        assertThat(writer.roll(Records.HEADER)).isEqualTo(2);

        assertThat(heard.await(1)).containsExactly(1L);
        assertThat(read()).containsExactly("#1", "first", "#2");
    }

    @Test
    void olderSegmentsAreDeletedInOrderAndSizesFollow() throws Exception {
        for (int ticket = 1; ticket <= 4; ticket++) {
            writer.roll(Records.HEADER);
            Records.append(writer, ticket, "record " + ticket);
        }
        writer.roll(Records.HEADER);
        long before = writer.bytes();
        assertThat(before).isEqualTo(sizeOnDisk());

        writer.deleteBefore(3);
        assertThat(writer.roll(Records.HEADER)).isEqualTo(6);

        assertThat(read()).containsExactly("#3", "record 3", "#4", "record 4", "#5", "#6");
        assertThat(writer.bytes()).isLessThan(before).isEqualTo(sizeOnDisk());

        writer.deleteBefore(Long.MAX_VALUE);
        writer.close();
        assertThat(read()).containsExactly("#6");
        assertThat(writer.bytes()).isEqualTo(sizeOnDisk());
    }

    /** As when a savepoint is not kept any more; each deletion may take long. */
    @Test
    void flushesAndCloseWaitForAFewDeletionsOnly() throws Exception {
        int few = FileLogWriter.MOST_DELETED;
        for (int i = 0; i < 5 * few; i++) {
            writer.roll(Records.HEADER);
        }
        files.blockDeletions();
        writer.deleteBefore(Long.MAX_VALUE);
        files.begunDeletions.acquire();
        Records.append(writer, 1, "first");
        files.deletions.release(few);
        assertThat(heard.await(1)).containsExactly(1L);

        files.begunDeletions.acquire(few);
        assertThat(LogFiles.segments(files, part)).hasSize(4 * few);
        assertThat(writer.bytes()).isEqualTo(sizeOnDisk());
        writer.deleteBefore(Long.MAX_VALUE);
        writer.deleteBefore(Long.MAX_VALUE); // takes over from the others
        Records.append(writer, 2, "second");
        files.deletions.release(2 * few);
        assertThat(heard.await(2)).containsExactly(2L);

        files.begunDeletions.acquire(2 * few);
        Thread closer = new Thread(() -> closeWriter(writer));
        closer.start();
        awaitJoin(closer);
        files.deletions.release(1_000);
        closer.join();
        assertThat(LogFiles.segments(files, part)).hasSize(few);
        assertThat(writer.bytes()).isEqualTo(sizeOnDisk());
        assertThat(read()).endsWith("#" + 5 * few, "first", "second");
    }

    @Test
    void segmentThatCannotBeDeletedIsTriedAgain() throws Exception {
        writer.roll(Records.HEADER);
        writer.roll(Records.HEADER);
        files.deleteFails = true;
        writer.deleteBefore(2);
        writer.roll(Records.HEADER);
        assertThat(read()).containsExactly("#1", "#2", "#3");

        files.deleteFails = false;
        writer.deleteBefore(2);
        writer.roll(Records.HEADER);
        assertThat(read()).containsExactly("#2", "#3", "#4");
    }

    @Test
    void partThatCannotBeDeletedIsAnError() throws Exception {
        writer.roll(Records.HEADER);
        writer.roll(Records.HEADER);
        writer.close();
        files.deleteFails = true;
        assertThatThrownBy(() -> PartFiles.deleteBefore(files, part, 3))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Cannot delete log segment: the file system refuses, file=")
                .hasMessageContaining("graph/0/00000000000000000001.log");
        assertThat(read()).containsExactly("#1", "#2");

        files.deleteFails = false;
        PartFiles.deleteBefore(files, part, 3);
        assertThat(read()).isEmpty();
    }

    @Test
    void anotherWritersSegmentIsNotOverwritten() throws Exception {
        writer.roll(Records.HEADER);
        Files.writeString(directory.resolve("graph/0/00000000000000000002.log"), "mine");

        assertThatThrownBy(() -> writer.roll(Records.HEADER))
                .hasMessageContaining("Cannot begin log segment")
                .hasMessageContaining("no other job writes to this log");
        assertThat(heard.awaitFailure()).hasMessageContaining("00000000000000000002.log");
        assertThat(directory.resolve("graph/0/00000000000000000002.log")).hasContent("mine");
    }

    @Test
    void newWriterBeginsBehindAllSegments() throws Exception {
        writer.roll(Records.HEADER);
        Records.append(writer, 1, "first");
        writer.close();
        try (LogWriter next = open()) {
            assertThat(next.bytes()).isEqualTo(sizeOnDisk());
            assertThat(next.roll(Records.HEADER)).isEqualTo(2);
        }
    }

    @Test
    void closeMakesDurableWhatWasAppended() throws Exception {
        writer.roll(Records.HEADER);
        Records.append(writer, 1, "first");
        Records.append(writer, 2, "second");
        writer.close();
        writer.close();

        assertThat(heard.await(2)).endsWith(2L);
        assertThat(read()).containsExactly("#1", "first", "second");
        assertThatThrownBy(() -> writer.roll(Records.HEADER)).hasMessageContaining("closed");
    }

    @Test
    void interruptedCloseWaitsForTheFlushOnItsWayOnly() throws Exception {
        writer.roll(Records.HEADER);
        files.blockSyncs();
        Records.append(writer, 1, "first");
        files.begunSyncs.acquire();
        Records.append(writer, 2, "second");
        List<Boolean> interrupted = new ArrayList<>();
        Thread closer =
                new Thread(
                        () -> {
                            Thread.currentThread().interrupt();
                            closeWriter(writer);
                            interrupted.add(Thread.currentThread().isInterrupted());
                        });
        closer.start();
        awaitJoin(closer);
        files.syncs.release(10);
        closer.join();

        assertThat(interrupted).containsExactly(true);
        assertThat(heard.await(1)).containsExactly(1L);
        assertThat(heard.nothing()).isTrue();
        assertThat(read()).containsExactly("#1", "first");
    }

    /** Not just for the lock. */
    private static void awaitJoin(Thread thread) {
        ThreadInfo info;
        do {
            info = ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId(), 10);
        } while (info.getThreadState() != Thread.State.WAITING
                || Arrays.stream(info.getStackTrace())
                        .noneMatch(frame -> frame.getMethodName().equals("join")));
    }

    @Test
    void interruptedRollSaysSo() throws Exception {
        files.blockSyncs();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread roller =
                new Thread(
                        () -> {
                            try {
                                writer.roll(Records.HEADER);
                            } catch (IOException e) {
                                thrown.set(e);
                            }
                        });
        roller.start();
        files.begunSyncs.acquire();
        roller.interrupt();
        roller.join();

        assertThat(thrown.get()).isInstanceOf(InterruptedIOException.class);
    }

    @Test
    void misuseIsRefused() throws Exception {
        assertThatThrownBy(() -> Records.append(writer, 1, "no segment"))
                .isInstanceOf(IllegalStateException.class);
        writer.roll(Records.HEADER);
        Records.append(writer, 2, "first");
        assertThatThrownBy(() -> Records.append(writer, 1, "again"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the ticket falls")
                .hasMessageContaining("ticket=1, last=2");
    }

    private static void closeWriter(LogWriter writer) {
        try {
            writer.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private LogReader reader() throws IOException {
        return FileLogReader.open(files, part, LogReader.BEGINNING);
    }

    private List<String> read() throws IOException {
        try (LogReader reader = reader()) {
            return Records.read(reader);
        }
    }

    private long sizeOnDisk() throws IOException {
        return LogFiles.segments(files, part).values().stream().mapToLong(SegmentFile::bytes).sum();
    }
}
