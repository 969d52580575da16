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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;

import static io.tspoon.rocksdb.TestJob.KEPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    /** Reading them may take minutes, and the job may change again meanwhile. */
    @Test
    void checkingSuspectedFilesEndsWithTheTask() throws Exception {
        try (TestJob job = new TestJob(storage, process)) {
            job.start(KEPT, 2).write("a").checkpoint();
            KeptStore store = store(job);
            Set<String> names = job.named(1);
            store.suspect(names, 0);
            store.suspect(names, Long.MAX_VALUE);

            ExecutorService busy = Staging.fetchers(1);
            busy.execute(StagingTest::awaitInterrupt);
            Thread.currentThread().interrupt();
            try (Staging staging = staging(store, busy)) {
                assertThatThrownBy(() -> staging.stage(job.handles()))
                        .hasMessageContaining("TSP-2347");
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(names).allMatch(store::isToBeChecked);
            try (Staging staging = staging(store, Staging.fetchers(2))) {
                staging.stage(job.handles());
                assertThat(staging.names()).isNotEmpty();
                assertThat(names).as("tables").anyMatch(name -> !store.isToBeChecked(name));
            }
        }
    }

    private static void awaitInterrupt() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Staging staging(TestJob job) throws Exception {
        return staging(store(job), Staging.fetchers(1));
    }

    private Staging staging(KeptStore store, ExecutorService fetchers) throws Exception {
        return new Staging(
                List.of(store), InstanceDirectory.in(process), new CloseableRegistry(), fetchers);
    }

    private static KeptStore store(TestJob job) throws Exception {
        return new KeptStore(
                job.kept().get(0).getParent(),
                Duration.ofMinutes(10),
                Long.MAX_VALUE,
                System::currentTimeMillis);
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
