/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.Settled;
import io.tspoon.examples.trial.SinkFiles;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

class RunFilesTest {
    @TempDir Path directory;

    @Test
    void newestCheckpointHasTheHighestNumberAmongTheCompleteOnes() throws IOException {
        checkpoint("job-a", "chk-9");
        Path newest = checkpoint("job-b", "chk-10");
        checkpoint("job-b", "shared");
        Files.createDirectories(directory.resolve("job-b").resolve("chk-11"));

        assertThat(CheckpointFiles.newest(directory)).contains(newest);
    }

    @Test
    void withoutCheckpointsThereIsNoNewestOne() throws IOException {
        assertThat(CheckpointFiles.newest(directory)).isEmpty();
        assertThat(CheckpointFiles.newest(directory.resolve("none"))).isEmpty();
    }

    @Test
    void sinkHoldsWhatWasCommitted() throws IOException {
        Files.writeString(directory.resolve("part-a-0"), "0 1 1 ABORTED -\n1 2 2 ABORTED -\n");
        Files.writeString(directory.resolve("part-a-1"), "0 1 1 ABORTED -\n");
        Files.writeString(directory.resolve(".part-a-2.inprogress.x"), "2 3 3 ABORTED -\n");

        assertThat(SinkFiles.read(directory))
                .extracting(Settled::number)
                .containsExactlyInAnyOrder(0L, 1L, 0L);
    }

    private Path checkpoint(String job, String name) throws IOException {
        Path checkpoint = Files.createDirectories(directory.resolve(job).resolve(name));
        Files.createFile(checkpoint.resolve("_metadata"));
        return checkpoint;
    }
}
