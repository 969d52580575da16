/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.state.IncrementalLocalKeyedStateHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import static io.tspoon.rocksdb.TestJob.KEPT;
import static org.assertj.core.api.Assertions.assertThat;

/** What Flink is given to restore from. */
class StagingTest {
    @TempDir Path storage;
    @TempDir Path process;

    /** A database that is opened in place writes to the others. */
    @Test
    void onlyImmutableFilesAreLinked() throws Exception {
        try (TestJob job = new TestJob(storage, process)) {
            job.start(KEPT, 2).write("a").checkpoint();
            Set<Object> kept = new HashSet<>();
            for (Path file : job.kept()) {
                kept.add(inode(file));
            }
            List<String> linked = new ArrayList<>();
            List<String> copied = new ArrayList<>();

            try (Staging staging = staging(job)) {
                staging.stage(job.handles());
                for (Path file : staged(staging)) {
                    (kept.contains(inode(file)) ? linked : copied)
                            .add(file.getFileName().toString());
                }
            }

            assertThat(linked).isNotEmpty().allMatch(name -> name.endsWith(".sst"));
            assertThat(copied).isNotEmpty().noneMatch(name -> name.endsWith(".sst"));
        }
    }

    /** Flink clips what lies outside the key groups of the new instance. */
    @Test
    void handlesKeepTheRangeThatTheyDeclare() throws Exception {
        try (TestJob job = new TestJob(storage, process)) {
            job.start(KEPT, 2).write("a").checkpoint();

            try (Staging staging = staging(job)) {
                staging.stage(job.handles());

                assertThat(staging.handles())
                        .extracting(each -> each.getKeyGroupRange())
                        .containsExactlyElementsOf(
                                job.handles().stream()
                                        .map(each -> each.getKeyGroupRange())
                                        .toList());
            }
        }
    }

    private Staging staging(TestJob job) throws Exception {
        KeptStore store =
                new KeptStore(
                        job.kept().get(0).getParent(),
                        Duration.ofMinutes(10),
                        Long.MAX_VALUE,
                        System::currentTimeMillis);
        return new Staging(
                List.of(store), InstanceDirectory.in(process), new CloseableRegistry(), 1);
    }

    private static List<Path> staged(Staging staging) throws IOException {
        List<Path> files = new ArrayList<>();
        for (var each : staging.handles()) {
            var local = (IncrementalLocalKeyedStateHandle) each;
            files.addAll(InstanceDirectory.list(local.getDirectoryStateHandle().getDirectory()));
        }
        return files;
    }

    private static Object inode(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }
}
