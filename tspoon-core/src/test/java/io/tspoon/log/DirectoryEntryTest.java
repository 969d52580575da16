/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.core.fs.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A directory that cannot be listed is no empty one. */
class DirectoryEntryTest {
    @TempDir private java.nio.file.Path directory;

    private final FaultyFileSystem files = new FaultyFileSystem();
    private Path graph;
    private Path part;
    private FileLog log;

    @BeforeEach
    void writeSegment() throws IOException {
        graph = new Path(directory.resolve("bank").toUri());
        part = new Path(graph, "0");
        log = new FileLog(directory.toUri().toString());
        try (LogWriter writer = log.openWriter("bank", 0, cause -> {})) {
            writer.roll(Records.HEADER);
        }
    }

    @Test
    void nothingOfADirectoryThatExistsIsAnError() {
        assertNotListed(graph, () -> LogFiles.parts(files, graph));
        assertNotListed(part, () -> FileLogReader.open(files, part, LogReader.BEGINNING));
        assertNotListed(part, () -> FileLogReader.open(files, part, 1));
        assertNotListed(part, () -> PartFiles.in(files, part));
        assertNotListed(part, () -> PartFiles.deleteBefore(files, part, 1));
    }

    private void assertNotListed(Path unlisted, ThrowingCallable action) {
        files.listingsToFail = Integer.MAX_VALUE;
        assertThatThrownBy(action)
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(LogCorruptedException.class)
                .hasMessageStartingWith("[TSP-3002] Cannot list directory of log: it is there")
                .hasMessageContaining("directory=" + unlisted);
    }

    @Test
    void directoryThatDoesNotExistIsEmpty() throws IOException {
        Path none = new Path(directory.resolve("none").toUri());
        files.listingsToFail = Integer.MAX_VALUE;

        assertThat(DirectoryEntry.list(files, none)).isEmpty();
        assertThat(log.parts("none")).isEmpty();
        assertThatThrownBy(() -> LogFiles.open(none.toString()))
                .isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void directoryThatIsCreatedMeanwhileIsListed() throws IOException {
        files.listingsToFail = 1;

        assertThat(LogFiles.segments(files, part)).containsOnlyKeys(1L);
    }

    /** A link to itself cannot be opened, whoever the user is. */
    @Test
    void localDirectoryThatCannotBeOpenedIsAnError() throws IOException {
        java.nio.file.Path loop = directory.resolve("bank/1");
        Files.createSymbolicLink(loop, loop);

        assertNotOpened(() -> log.openReader("bank", 1, LogReader.BEGINNING), "bank/1");
        assertNotOpened(() -> log.parts("bank"), "bank");
        assertNotOpened(() -> LogFiles.open(directory.toString()), "bank");
        assertNotOpened(() -> LogFiles.open(loop.toString()), "bank/1");
    }

    private void assertNotOpened(ThrowingCallable action, String unlisted) {
        assertThatThrownBy(action)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("[TSP-3002] Cannot list directory of log: ")
                .hasMessageContaining("directory=file:" + directory.resolve(unlisted) + ".");
    }
}
