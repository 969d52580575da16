/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial.storage;

import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemSafetyNet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import static org.assertj.core.api.Assertions.assertThat;

/** The rate of the storage, and that it is the local file system otherwise. */
class SlowStorageTest {
    private static final long MB = 1_000_000;

    @TempDir Path directory;

    private final AtomicLong clock = new AtomicLong();
    private final Throttle throttle = new Throttle(clock::get);

    @Test
    void bytesTakeTheirTime() {
        throttle.setRate(100 * MB);

        assertThat(throttle.add(50 * MB)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
        assertThat(throttle.add(10 * MB))
                .as("behind the others")
                .isEqualTo(TimeUnit.MILLISECONDS.toNanos(600));
        assertThat(throttle.moved()).isEqualTo(60 * MB);
    }

    @Test
    void timeWithoutBytesIsNotMadeUpFor() {
        throttle.setRate(100 * MB);
        clock.set(TimeUnit.SECONDS.toNanos(10));

        assertThat(throttle.add(10 * MB)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(10_100));
    }

    @Test
    void withoutRateNothingWaits() {
        assertThat(throttle.add(100 * MB)).isZero();
    }

    /** Flink closes what a task has opened when the task ends. */
    @Test
    void outlivesTheTaskThatUsedItFirst() throws Exception {
        Path file = Files.write(directory.resolve("a"), new byte[] {1, 2, 3});
        URI uri = URI.create(SlowStorage.uri(file.toUri().toString()));
        FileSystemSafetyNet.initializeSafetyNetForThread();
        FileSystem files = new SlowStorage().create(uri);
        FileSystemSafetyNet.closeSafetyNetAndGuardedResourcesForThread();

        try (var in = files.open(new org.apache.flink.core.fs.Path(uri))) {
            assertThat(in.readAllBytes()).containsExactly(1, 2, 3);
        }
    }

    /** Flink resolves a savepoint, and opens its files next to what it was told. */
    @Test
    void whatIsFoundIsOpenedSlowly() throws Exception {
        URI uri = URI.create(SlowStorage.uri(directory.toUri().toString()));
        Files.createFile(directory.resolve("a"));
        FileSystem files = FileSystem.get(uri);
        var path = new org.apache.flink.core.fs.Path(uri);

        assertThat(files.getFileStatus(path).getPath().toUri().getScheme()).isEqualTo("slow");
        assertThat(files.listStatus(path))
                .singleElement()
                .satisfies(
                        found ->
                                assertThat(found.getPath())
                                        .isEqualTo(new org.apache.flink.core.fs.Path(path, "a")));
    }

    @Test
    void flinkReadsWhatItHasWritten() throws Exception {
        URI uri = URI.create(SlowStorage.uri(directory.toUri() + "a/b"));
        org.apache.flink.core.fs.Path path = new org.apache.flink.core.fs.Path(uri);
        FileSystem files = FileSystem.get(uri);
        long read = SlowStorage.bytesRead();
        long written = SlowStorage.bytesWritten();

        try (OutputStream out = files.create(path, FileSystem.WriteMode.NO_OVERWRITE)) {
            out.write(new byte[] {1, 2, 3});
        }

        assertThat(Files.readAllBytes(directory.resolve("a/b"))).containsExactly(1, 2, 3);
        assertThat(SlowStorage.local(uri.toString())).isEqualTo(directory.resolve("a/b"));
        try (var in = files.open(path)) {
            assertThat(in.readAllBytes()).containsExactly(1, 2, 3);
        }
        assertThat(SlowStorage.bytesRead() - read).isEqualTo(3);
        assertThat(SlowStorage.bytesWritten() - written).isEqualTo(3);
    }
}
