/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.RandomAccessFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;

import static io.tspoon.rocksdb.TestJob.KEPT;
import static io.tspoon.rocksdb.TestJob.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Instances that are started again find their files; what is wrong with these costs time only. */
class KeptFilesBackendTest {
    /** RocksDB takes room for its files before it writes them. */
    private static final long ENOUGH_BYTES = 500_000_000;

    @TempDir Path storage;
    @TempDir Path process;
    @TempDir Path elsewhere;

    private TestJob job;

    /** One file for each instance: RocksDB compacts four small ones at once, before any count. */
    @BeforeEach
    void write() throws Exception {
        job = new TestJob(storage, process);
        job.start(KEPT, 2).write("a").checkpoint();
    }

    @AfterEach
    void close() throws Exception {
        job.close();
    }

    private void startsFromLinksAlone(int parallelism) throws Exception {
        job.start(KEPT, parallelism);
        assertThat(job.fetchedBytes()).as("fetched").isZero();
        assertThat(job.linkedBytes()).as("linked").isPositive();
        job.check();
    }

    private void startsFromStorage(int parallelism) throws Exception {
        job.start(KEPT, parallelism);
        assertThat(job.fetchedBytes()).as("fetched").isPositive();
        job.check();
    }

    @Test
    void sameParallelismLinksAll() throws Exception {
        startsFromLinksAlone(2);
        assertThat(job.rebuiltBytes()).isZero();
        job.write(1, "c").checkpoint();
        startsFromLinksAlone(2);
    }

    @Test
    void higherParallelismLinksAll() throws Exception {
        startsFromLinksAlone(4);
        assertThat(job.rebuiltBytes()).isZero();
    }

    @Test
    void lowerParallelismLinksAllAndImportsFiles() throws Exception {
        startsFromLinksAlone(1);
        assertThat(job.rebuiltBytes()).isZero();
    }

    /** Values that were superseded elsewhere must not come back with the files that have them. */
    @Test
    void thereAndBackAtOnceIsRight() throws Exception {
        job.configuration()
                .set(
                        RocksDBConfigurableOptions.INCREMENTAL_RESTORE_ASYNC_COMPACT_AFTER_RESCALE,
                        false);
        startsFromLinksAlone(4);
        job.write("c").checkpoint();
        startsFromLinksAlone(2);
        job.write(7, "d").checkpoint();
        startsFromLinksAlone(3);
        job.write(8, "e").checkpoint();
        startsFromLinksAlone(1);
    }

    @Test
    void filesThatHaveToBeCopiedEntryByEntryAreCounted() throws Exception {
        job.configuration().set(RocksDBConfigurableOptions.USE_INGEST_DB_RESTORE_MODE, false);

        startsFromLinksAlone(1);

        assertThat(job.rebuiltBytes()).isPositive();
    }

    @Test
    void backendIsSwappedByPlainRestart() throws Exception {
        job.start(PLAIN, 4).check();
        job.write("p").checkpoint();
        startsFromStorage(2);
        job.write(5, "q").checkpoint();
        job.start(PLAIN, 2).check();
    }

    /** Stop and submit: another class loader would have no more than the directory. */
    @ParameterizedTest
    @EnumSource(SavepointFormatType.class)
    void savepointsAreFlinks(SavepointFormatType format) throws Exception {
        job.savepoint(format);

        job.start(PLAIN, 3).check();
        job.start(KEPT, 3).check();

        boolean isInFiles = format == SavepointFormatType.NATIVE;
        assertThat(job.linkedBytes() > 0).as("linked").isEqualTo(isInFiles);
        job.write("s").checkpoint();
        startsFromLinksAlone(2);
    }

    @Test
    void processThatHasNothingFetches() throws Exception {
        job.start(KEPT, 2, elsewhere);

        assertThat(job.linkedBytes()).isZero();
        assertThat(job.fetchedBytes()).isPositive();
        job.check();
    }

    @Test
    void missingFileIsFetched() throws Exception {
        Files.delete(largest());

        job.start(KEPT, 4);

        assertThat(job.fetchedBytes()).isPositive();
        assertThat(job.linkedBytes()).isPositive();
        job.check();
    }

    @Test
    void truncatedFileIsFetched() throws Exception {
        Path file = copied(largest());
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
            content.setLength(content.length() - 1);
        }

        startsFromStorage(4);
    }

    /** The database does not open, so the same start goes to the storage. */
    @Test
    void foreignContentOfTheSameSizeIsNotRestored() throws Exception {
        Path file = copied(largest());
        Files.write(file, new byte[(int) Files.size(file)]);

        startsFromStorage(1);
    }

    /** Opens, and fails when it is read: the task fails, and the next one goes to the storage. */
    @Test
    void damagedFileIsNotRestoredTwice() throws Exception {
        flip(copied(largest()), 100);
        job.start(KEPT, 2);
        assertThatThrownBy(job::check).hasStackTraceContaining("RocksDBException");
        job.fail();

        startsFromStorage(2);
    }

    @Test
    void canceledTaskHasNotFailed() throws Exception {
        job.start(KEPT, 2);
        job.cancel();

        startsFromLinksAlone(2);
    }

    /** As other file systems: no hard links, or none to there. */
    @Test
    void databasesMayBeInSeveralDirectories() throws Exception {
        Path first = Files.createDirectory(elsewhere.resolve("first"));
        Path second = Files.createDirectory(elsewhere.resolve("second"));
        job.configuration().set(RocksDBOptions.LOCAL_DIRECTORIES, first + "," + second);
        job.start(KEPT, 4).write("f").checkpoint();

        startsFromLinksAlone(2);
        startsFromLinksAlone(4);
    }

    /** Where nothing can be linked from one to the other. */
    @Test
    void filesOnAnotherFileSystemAreCopied() throws Exception {
        Path memory = Path.of("/dev/shm");
        assumeThat(memory).isWritable();
        assumeThat(Files.getFileStore(memory).getUsableSpace()).isGreaterThan(ENOUGH_BYTES);
        assumeThat(Files.getFileStore(memory)).isNotEqualTo(Files.getFileStore(elsewhere));
        Path first = Files.createTempDirectory(memory, "kept");
        try {
            job.configuration().set(RocksDBOptions.LOCAL_DIRECTORIES, first.toString());
            job.start(KEPT, 2).write("m").checkpoint();
            String both = first + "," + Files.createDirectory(elsewhere.resolve("second"));
            job.configuration().set(RocksDBOptions.LOCAL_DIRECTORIES, both);

            for (int parallelism : new int[] {4, 1, 3, 2, 4, 1}) {
                startsFromLinksAlone(parallelism);
            }
        } finally {
            job.cancel();
            InstanceDirectory.delete(first);
        }
    }

    /** Each job has its own class loader, and may come back with another one. */
    @Test
    void jobsOfOtherClassLoadersFindTheFiles() throws Exception {
        try (URLClassLoader again = loader();
                URLClassLoader another = loader();
                TestJob second = new TestJob(elsewhere, process)) {
            second.loadedBy(another).start(KEPT, 2).write("z").checkpoint();
            job.loadedBy(again);

            startsFromLinksAlone(4);
            job.write("c").checkpoint();
            second.start(KEPT, 3).check();
            assertThat(second.fetchedBytes()).isZero();
            startsFromLinksAlone(2);
        }
    }

    /** Has this module's classes once more. */
    private static URLClassLoader loader() {
        URL classes =
                KeptFilesBackendFactory.class.getProtectionDomain().getCodeSource().getLocation();
        return new URLClassLoader(
                new URL[] {classes}, KeptFilesBackendTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve)
                    throws ClassNotFoundException {
                synchronized (getClassLoadingLock(name)) {
                    Class<?> loaded = findLoadedClass(name);
                    if (loaded != null) {
                        return loaded;
                    }
                    return name.startsWith("io.tspoon.rocksdb.")
                            ? findClass(name)
                            : super.loadClass(name, resolve);
                }
            }
        };
    }

    /**
     * The files of the checkpoints that Flink retains and of one more; all others go, with the next
     * checkpoint.
     */
    @Test
    void oldFilesGo() throws Exception {
        for (int i = 0; i < 8; i++) {
            job.write("g" + i).checkpoint();
        }

        assertThat(job.kept())
                .extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrderElementsOf(job.named(3));
    }

    @Test
    void linksOfFlinksCopyStayNoLongerThanTheCheckpoint() throws Exception {
        job.withLocalBackup(elsewhere).start(KEPT, 2);

        job.write("l").checkpoint();

        assertThat(all("scratch-")).isEmpty();
        assertThat(job.kept())
                .extracting(file -> file.getFileName().toString())
                .containsAll(job.named(1));
    }

    @Test
    void settingsThatFlinkTakesDoNotStopTheJob() throws Exception {
        Path file = Files.createFile(elsewhere.resolve("file"));
        Path good = Files.createDirectory(elsewhere.resolve("good"));
        job.configuration().set(RocksDBOptions.LOCAL_DIRECTORIES, file + "/no," + good);
        job.configuration().set(RocksDBOptions.CHECKPOINT_TRANSFER_THREAD_NUM, 0);
        startsFromStorage(2);
        job.configuration().set(RocksDBOptions.LOCAL_DIRECTORIES, file + "/no");

        assertThatThrownBy(() -> job.start(KEPT, 2)).hasMessageContaining("TSP-2350");
    }

    @Test
    void workingDirectoryMayBeRelative() throws Exception {
        Path relative = Path.of("").toAbsolutePath().relativize(process);
        job.start(KEPT, 4, relative).write("r").checkpoint();

        job.start(KEPT, 2, relative).check();

        assertThat(job.linkedBytes()).isPositive();
    }

    /** The database is open by then. */
    @Test
    void nothingStaysOfStartsThatFailAfterTheRestore() throws Exception {
        job.reportingTo(
                (name, value) -> {
                    if (name.startsWith("Kept")) {
                        throw new IllegalStateException("of this test");
                    }
                });

        assertThatThrownBy(() -> job.start(KEPT, 2)).hasMessage("of this test");

        assertThat(all("tspoon-db-")).isEmpty();
        job.reportingTo((name, value) -> {});
        startsFromLinksAlone(2);
    }

    /** That the storage does not answer says nothing about the files. */
    @Test
    void keptFilesOutliveFetchesThatFail() throws Exception {
        List<Path> all = job.kept();
        Path gone = storage.resolveSibling(storage.getFileName() + "-gone");
        Files.move(storage, gone);

        assertThatThrownBy(() -> job.start(KEPT, 1))
                .as("of Flink")
                .hasStackTraceContaining("FileNotFoundException");
        assertThat(all).allMatch(Files::exists);
        Files.delete(kept(Comparator.reverseOrder()));
        List<Path> left = job.kept();
        assertThatThrownBy(() -> job.start(KEPT, 1)).hasStackTraceContaining("TSP-2346");
        assertThat(left).isNotEmpty().allMatch(Files::exists);

        Files.move(gone, storage);
        job.start(KEPT, 1).check();
    }

    /** As when the parallelism is changed again and again. */
    @Test
    void changesWithoutCheckpointBetweenThemGoOnLinking() throws Exception {
        for (int parallelism : new int[] {4, 2, 3, 1, 4, 2}) {
            startsFromLinksAlone(parallelism);
        }
    }

    /** A compaction that meets a damaged file has the task canceled, whenever that is. */
    @Test
    void filesAreCheckedAfterTwoEndsWithoutCheckpoint() throws Exception {
        flip(copied(largest()), 100);
        job.start(KEPT, 2);
        job.start(KEPT, 2);

        startsFromStorage(2);

        assertThat(job.linkedBytes()).as("of the other instance").isPositive();
        job.checkpoint();
        startsFromLinksAlone(2);
    }

    @Test
    void checkpointProvesFiles() throws Exception {
        job.start(KEPT, 2);
        job.start(KEPT, 2).checkpoint();
        flip(copied(largest()), 100);
        job.start(KEPT, 2);

        job.start(KEPT, 2);

        assertThat(job.fetchedBytes()).as("not checked yet").isZero();
    }

    @Test
    void nobodyElseReadsTheFiles() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory())))
                .isEqualTo("rwx------");
    }

    @Test
    void nothingStaysOfEndedInstances() throws Exception {
        job.cancel();

        assertThat(all("tspoon-db-")).isEmpty();
    }

    /** The snapshot is what counts. */
    @Test
    void checkpointsGoOnIfNothingCanBeKept() throws Exception {
        Path directory = directory();
        job.kept().forEach(file -> file.toFile().delete());
        Files.delete(directory);
        Files.createFile(directory);

        job.write("h").checkpoint();

        Files.delete(directory);
        Files.createDirectory(directory);
        startsFromStorage(2);
    }

    /** All in the process whose name begins so. */
    private List<Path> all(String prefix) throws Exception {
        try (var all = Files.walk(process)) {
            return all.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
        }
    }

    private Path directory() throws Exception {
        return job.kept().get(0).getParent();
    }

    private Path largest() throws Exception {
        return kept(Comparator.naturalOrder());
    }

    /** The greatest, by size. */
    private Path kept(Comparator<Long> order) throws Exception {
        return job.kept().stream()
                .max(Comparator.comparing(file -> file.toFile().length(), order))
                .orElseThrow();
    }

    static void flip(Path file, long position) throws Exception {
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
            content.seek(position);
            int old = content.read();
            content.seek(position);
            content.write(old ^ 0xFF);
        }
    }

    /** Only this name of the file is changed, as a bad block of a disk would not. */
    private static Path copied(Path file) throws Exception {
        byte[] content = Files.readAllBytes(file);
        Files.delete(file);
        return Files.write(file, content);
    }
}
