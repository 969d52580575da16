/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import static io.tspoon.rocksdb.TestJob.KEPT;
import static io.tspoon.rocksdb.TestJob.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the command brings to a machine, and how it says that it cannot. */
class KeptToolTest {
    @TempDir Path storage;
    @TempDir Path process;
    @TempDir Path machine;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private TestJob job;

    @BeforeEach
    void write() throws Exception {
        job = new TestJob(storage, process);
        job.start(PLAIN, 2).write("a").checkpoint();
    }

    @AfterEach
    void close() throws Exception {
        job.close();
    }

    private int run(String... args) {
        out.reset();
        err.reset();
        return KeptTool.run(stream(out), stream(err), args);
    }

    private static PrintStream stream(OutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }

    private int fetch(Path checkpoint, String... more) {
        String[] args = {
            "fetch", "--checkpoint", checkpoint.toUri().toString(), "--into=" + machine
        };
        return run(Stream.of(args, more).flatMap(Stream::of).toArray(String[]::new));
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }

    private Path checkpoint() {
        return job.metadata().getParent();
    }

    private void startThere(int parallelism) throws Exception {
        job.configuration().set(RocksDBOptions.LOCAL_DIRECTORIES, machine.toString());
        job.start(KEPT, parallelism);
    }

    @Test
    void taskManagerThatStartsThereLinks() throws Exception {
        assertThat(fetch(checkpoint())).as(this::said).isZero();
        assertThat(said()).matches("(?s)Fetched \\d+ files, \\d{4,} bytes of .*chk-1; 0 were .*");

        startThere(3);

        assertThat(job.fetchedBytes()).isZero();
        assertThat(job.linkedBytes()).isPositive();
        job.check();
        assertThat(machine.resolve(KeptStore.FETCHED)).doesNotExist();
    }

    @Test
    void nothingIsFetchedTwice() {
        fetch(checkpoint());

        assertThat(fetch(checkpoint())).isZero();

        assertThat(said()).startsWith("Fetched 0 files, 0 bytes");
    }

    @Test
    void onlyFilesOfTheKeyGroupsAreFetched() throws Exception {
        assertThat(fetch(checkpoint(), "--key-groups", "0-63")).isZero();

        startThere(2);

        assertThat(job.linkedBytes()).isPositive();
        assertThat(job.fetchedBytes()).isPositive();
        job.check();
    }

    @Test
    void newestOfAJobsCheckpointsIsTaken() throws Exception {
        job.write("b").checkpoint();
        Files.createDirectories(storage.resolve("chk-30"));

        assertThat(fetch(storage)).as(this::said).isZero();

        assertThat(said()).contains("chk-2;");
    }

    @Test
    void checkpointThatIsNotThereIsSaidSo() {
        assertThat(fetch(storage.resolve("chk-7"))).isEqualTo(1);

        assertThat(said()).contains("TSP-2355", "chk-7");
        assertThat(fetch(storage.resolve("chk-30"))).isEqualTo(1);
        assertThat(run("fetch", "--checkpoint", "nowhere://a/b", "--into", "" + machine))
                .isEqualTo(1);
        assertThat(said()).contains("TSP-2355", "nowhere");
    }

    @Test
    void canonicalSavepointHasNoFiles() throws Exception {
        job.savepoint(SavepointFormatType.CANONICAL).describe();

        assertThat(fetch(checkpoint())).isEqualTo(1);

        assertThat(said())
                .contains("TSP-2356", "KeyGroupsSavepointStateHandle", "native savepoint");
        assertThat(machine).isEmptyDirectory();
    }

    @Test
    void nativeSavepointHasFiles() throws Exception {
        job.savepoint(SavepointFormatType.NATIVE).describe();

        assertThat(fetch(checkpoint())).as(this::said).isZero();
    }

    @Test
    void stateOnTheHeapHasNoFiles() throws Exception {
        job.cancel();
        job = new TestJob(storage, process);
        job.start("hashmap", 1).write("a").checkpoint();

        assertThat(fetch(checkpoint())).isEqualTo(1);

        assertThat(said()).contains("TSP-2356", "KeyGroupsStateHandle");
    }

    @Test
    void keyGroupsThatNobodyHasAreSaidSo() {
        assertThat(fetch(checkpoint(), "--key-groups", "500-600")).isEqualTo(1);

        assertThat(said()).contains("TSP-2357");
    }

    @Test
    void damagedFileIsNotLeftThere() throws Exception {
        try (var all = Files.walk(storage.resolve("shared"))) {
            KeptFilesBackendTest.flip(
                    all.max(Comparator.comparing(file -> file.toFile().length())).orElseThrow(),
                    100);
        }

        assertThat(fetch(checkpoint())).isEqualTo(1);

        assertThat(said()).contains("TSP-2351");
        for (Path file : InstanceDirectory.list(machine.resolve(KeptStore.FETCHED))) {
            assertThat(PartFile.is(file)).as("%s", file).isFalse();
            if (file.toString().endsWith(InstanceDirectory.SST)) {
                TableCheck.check(file);
            }
        }
    }

    @Test
    void directoryThatCannotBeMadeIsSaidSo() throws Exception {
        machine = Files.createFile(machine.resolve("file"));

        assertThat(fetch(checkpoint())).isEqualTo(1);

        assertThat(said()).contains(machine.toString());
    }

    /** The message is that of the file system. */
    @Test
    void fullDiskIsSaidSo() {
        OutputStream full =
                new OutputStream() {
                    @Override
                    public void write(int each) throws IOException {
                        throw new IOException("No space left on device");
                    }
                };

        assertThatThrownBy(
                        () ->
                                Download.copy(
                                        new ByteArrayInputStream(new byte[9]),
                                        full,
                                        machine,
                                        RateLimit.NONE))
                .hasMessageContainingAll("TSP-2354", "No space left", machine.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "get",
                "fetch",
                "fetch --into=a",
                "fetch --checkpoint a",
                "fetch --checkpoint a --into",
                "fetch --checkpoint a --into b\0c",
                "fetch --checkpoint a --into b --copies 1",
                "fetch --checkpoint a --into b --key-groups 1",
                "fetch --checkpoint a --into b --key-groups 3-1"
            })
    void wrongUseIsExplained(String line) {
        assertThat(run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);

        assertThat(said())
                .matches("(?s)(Wrong|Missing) [a-z ]+.*")
                .contains("Usage: tspoon-kept fetch");
    }

    @Test
    void helpIsShown() {
        assertThat(run("--help")).isZero();

        assertThat(List.of(said().split("\\R"))).hasSizeGreaterThan(4);
    }
}
