/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.FileLog;
import io.tspoon.log.LogCorruptedException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A recovery does not go on without parts of which nobody knows, whatever loss is accepted. */
class ListedPartsTest {
    @TempDir private Path directory;

    private FileLog log;
    private LogRecovery recovery;

    @BeforeEach
    void open() {
        log = new FileLog(directory.toUri().toString());
        Origin nothing = Origin.of("A", new Snapshot(Snapshot.NONE, ""));
        recovery = new LogRecovery(log, "g", nothing, true);
    }

    /** All of them are opened for writing by then. */
    @Test
    void everyPartOfThisRunMustBeListed() throws IOException {
        openForWriting(0);
        openForWriting(2);
        assertThatThrownBy(() -> recovery.find(Set.of(), 3))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("graph=g, part=1, parallelism=3, listed=[0, 2]");

        openForWriting(1);
        assertThat(recovery.find(Set.of(), 3).starts()).isEmpty();
    }

    @Test
    void directoryThatCannotBeOpenedIsNotEmpty() throws IOException {
        Path graph = directory.resolve("g");
        Files.createSymbolicLink(graph, graph);
        assertThatThrownBy(() -> recovery.find(Set.of(), 0))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("Cannot list directory of log")
                .hasMessageContaining("directory=file:" + graph);
    }

    private void openForWriting(int part) throws IOException {
        log.openWriter("g", part, cause -> {}).close();
    }
}
