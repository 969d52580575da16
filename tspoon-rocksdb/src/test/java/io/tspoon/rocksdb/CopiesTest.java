/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

import static io.tspoon.rocksdb.TestJob.KEPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a process has of the others when they are lost. */
class CopiesTest {
    @TempDir Path storage;
    @TempDir Path one;
    @TempDir Path other;
    @TempDir Path third;

    private TestJob job;

    @BeforeEach
    void open() {
        job = new TestJob(storage, one);
    }

    @AfterEach
    void close() throws Exception {
        job.close();
    }

    private void isRestoredFromLinksAlone(int parallelism, Path by) throws Exception {
        job.start(KEPT, parallelism, by);
        assertThat(job.fetchedBytes()).as("fetched").isZero();
        assertThat(job.linkedBytes()).as("linked").isPositive();
        job.check();
    }

    @Test
    void eitherProcessCanTakeOver() throws Exception {
        job.start(KEPT, List.of(one, one, other, other));
        job.write("a").checkpoint().awaitCopies();

        isRestoredFromLinksAlone(2, one);
        isRestoredFromLinksAlone(4, other);
        isRestoredFromLinksAlone(1, one);
    }

    @Test
    void copiesFollowCheckpoints() throws Exception {
        job.start(KEPT, List.of(one, other));
        for (int i = 0; i < 6; i++) {
            job.write("a" + i).checkpoint().awaitCopies();
        }

        assertThat(TestJob.kept(one))
                .extracting(file -> file.getFileName().toString())
                .containsAll(job.named(1))
                .doesNotContainAnyElementsOf(job.namedBefore(3));
        isRestoredFromLinksAlone(2, other);
    }

    @Test
    void copiesGoWhenOthersHaveTakenOver() throws Exception {
        job.start(KEPT, List.of(one, other)).write("a").checkpoint().awaitCopies();
        job.start(KEPT, List.of(one, other));
        for (int i = 0; i < 4; i++) {
            job.write("b" + i).checkpoint().awaitCopies();
        }

        assertThat(TestJob.kept(one))
                .extracting(file -> file.getFileName().toString())
                .doesNotContainAnyElementsOf(job.namedBefore(3));
    }

    @Test
    void oneCopyIsInOneProcess() throws Exception {
        job.start(KEPT, List.of(one, other, third)).write("a").checkpoint().awaitCopies();

        job.start(KEPT, 3, one);

        assertThat(job.linkedBytes()).as("its own and the copy").isPositive();
        assertThat(job.fetchedBytes()).as("the third").isPositive();
        job.check();
    }

    @Test
    void withAsManyCopiesAsOtherProcessesEachHasAll() throws Exception {
        job.configuration().set(KeptFilesOptions.COPIES, 2);
        job.start(KEPT, List.of(one, other, third)).write("a").checkpoint().awaitCopies();

        isRestoredFromLinksAlone(3, one);
        isRestoredFromLinksAlone(1, third);
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() throws Exception {
        job.configuration().set(KeptFilesOptions.COPIES, -1);
        assertThatThrownBy(() -> job.start(KEPT, 1)).hasMessageContaining("TSP-2358");
        job.configuration().set(KeptFilesOptions.COPIES, 0);
        job.configuration().set(KeptFilesOptions.RATE, MemorySize.ZERO);

        assertThatThrownBy(() -> job.start(KEPT, 1))
                .hasMessageContainingAll("TSP-2358", "tspoon.kept-files.rate");
    }

    /** Else others would be taken for copied by it, and its copier would never end. */
    @Test
    void instancesThatFailToStartAreForgotten() throws Exception {
        job.whileRegistering(
                () -> {
                    throw new IllegalStateException("planned");
                });
        assertThatThrownBy(() -> job.start(KEPT, List.of(other, other)))
                .hasMessageContaining("planned");
        job.whileRegistering(() -> {});

        job.start(KEPT, List.of(one, other)).write("a").checkpoint().awaitCopies();

        isRestoredFromLinksAlone(2, other);
    }

    @Test
    void nothingIsCopiedIfSo() throws Exception {
        job.configuration().set(KeptFilesOptions.COPIES, 0);
        job.start(KEPT, List.of(one, other)).write("a").checkpoint().awaitCopies();

        job.start(KEPT, 2, one);

        assertThat(job.fetchedBytes()).isPositive();
        job.check();
    }
}
