/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.log.LogHeader.Beginning;

import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a writer says, and leaves, when the disk is full or cannot be synced. */
@Timeout(60)
class FailingDiskTest {
    @TempDir private java.nio.file.Path directory;

    private final FaultyFileSystem files = new FaultyFileSystem();
    private final Heard heard = new Heard();
    private Path part;
    private LogWriter writer;

    @BeforeEach
    void openWriter() throws IOException {
        part = new Path(directory.resolve("graph/0").toUri());
        writer = open(PartFiles.in(files, part));
    }

    private LogWriter open(PartFiles partFiles) {
        LogWriter opened = new FileLogWriter(partFiles, "log", heard);
        opened.onDurable(heard);
        return opened;
    }

    @AfterEach
    void closeWriter() {
        try {
            writer.close();
        } catch (IOException e) {
            // Most tests leave a writer behind that says so.
        }
    }

    @Test
    void failingSyncIsHeardOnceAndNothingIsDurableAfterwards() throws Exception {
        writer.roll(Records.HEADER);
        Records.append(writer, 1, "first");
        heard.await(1);
        files.syncFails = true;
        Records.append(writer, 2, "second");

        assertThat(heard.awaitFailure())
                .hasMessageContaining("Cannot write to log: Input/output error")
                .hasMessageContaining("00000000000000000001.log")
                .hasMessageContaining("the job fails");
        files.syncFails = false;
        Records.append(writer, 3, "third");
        assertThatThrownBy(() -> writer.roll(Records.HEADER))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Input/output error");
        assertThatThrownBy(writer::close).hasMessageContaining("Input/output error");
        assertThat(heard.nothing()).isTrue();
    }

    /** The page cache would show it, and forget it with the power. */
    @Test
    void whatCouldNotBeSyncedIsNotFound() throws Exception {
        PartFiles local =
                new PartFiles(
                        files,
                        part,
                        path ->
                                new StreamSegment(
                                        files.create(path, WriteMode.NO_OVERWRITE),
                                        LogFiles.localPath(path)));
        try (LogWriter localWriter = open(local)) {
            localWriter.roll(Records.HEADER);
            Records.append(localWriter, 1, "first");
            heard.await(1);
            files.syncFails = true;
            Records.append(localWriter, 2, "second");
            heard.awaitFailure();
            files.syncFails = false;

            assertThat(read()).containsExactly("#1", "first");
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("Input/output error");
        }
    }

    /** Somebody may have heard of it. */
    @Test
    void whatIsDurableStaysThoughTellingOfItFails() throws Exception {
        try (LogWriter localWriter = open(PartFiles.in(FileSystem.getLocalFileSystem(), part))) {
            localWriter.onDurable(
                    ticket -> {
                        throw new IllegalStateException("nobody listens, ticket=" + ticket);
                    });
            localWriter.roll(Records.HEADER);
            Records.append(localWriter, 1, "first");
            assertThat(heard.awaitFailure()).hasMessageContaining("nobody listens, ticket=1");
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("nobody listens");
        }
        assertThat(read()).containsExactly("#1", "first");
    }

    /** The flush behind it was written meanwhile, at its place. */
    @Test
    void whatCouldNotBeSyncedIsNotFoundBesideAnotherFlush() throws Exception {
        Semaphore begun = new Semaphore(0);
        Semaphore syncs = new Semaphore(1);
        List<FaultyChannel> channels = new ArrayList<>();
        PartFiles local =
                new PartFiles(
                        files,
                        part,
                        path ->
                                FaultyChannel.segment(
                                        LogFiles.localPath(path), begun, syncs, channels));
        String large = "x".repeat(FileLogWriter.LEAST_BYTES_BESIDE);
        try (LogWriter localWriter = open(local);
                Closeable noMoreWaiting = () -> syncs.release(100)) {
            localWriter.roll(Records.HEADER);
            begun.acquire();
            Records.append(localWriter, 1, "first");
            begun.acquire();
            Records.append(localWriter, 2, large);
            begun.acquire();
            channels.forEach(channel -> channel.nextSyncFails.set(true));
            noMoreWaiting.close();
            assertThat(heard.awaitFailure()).hasMessageContaining("Input/output error");
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("Input/output error");
        }
        assertThat(read()).containsExactly("#1");
    }

    @Test
    void fullDiskLeavesATornTailAndWhatWasDurable() throws Exception {
        writer.roll(Records.HEADER);
        Records.append(writer, 1, "first");
        heard.await(1);
        files.room = 40;
        Records.append(writer, 2, "a record that does not fit any more");

        assertThat(heard.awaitFailure()).hasMessageContaining("No space left on device");
        assertThatThrownBy(writer::close).hasMessageContaining("No space left on device");
        assertThat(heard.nothing()).isTrue();
        try (LogReader reader = reader()) {
            assertThat(Records.read(reader)).containsExactly("#1", "first");
            assertThat(reader.tornBytes()).isEqualTo(40);
        }

        files.room = FaultyFileSystem.UNLIMITED;
        try (LogWriter next = open(PartFiles.in(files, part))) {
            assertThat(next.roll(Records.header(Beginning.RUN))).isEqualTo(2);
            Records.append(next, 1, "second");
        }
        assertThat(read()).containsExactly("#1", "first", "#2", "second");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void deviceWithoutRoomFailsTheRoll() throws Exception {
        files.createsDevFull = true;

        assertThatThrownBy(() -> writer.roll(Records.HEADER))
                .hasMessageContaining("No space left on device")
                .hasMessageContaining("00000000000000000001.log");
        assertThat(heard.awaitFailure()).hasMessageContaining("No space left on device");
    }

    private LogReader reader() throws IOException {
        return FileLogReader.open(files, part, LogReader.BEGINNING);
    }

    private List<String> read() throws IOException {
        try (LogReader reader = reader()) {
            return Records.read(reader);
        }
    }
}
