/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.runtime.state.DirectoryStateHandle;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalLocalKeyedStateHandle;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import static org.assertj.core.api.Assertions.assertThat;

/** For whom files are kept, and when they go. */
class KeptStoreTest {
    private static final Duration RETENTION = Duration.ofMinutes(10);
    private static final int SIZE = 10;
    private static final String GROUP = "operator";

    @TempDir Path directory;

    private final AtomicLong clock = new AtomicLong(1_700_000_000_000L);
    private KeptStore store;

    @BeforeEach
    void open() throws IOException {
        store = store(Long.MAX_VALUE);
    }

    /** As another job of the process has it, whose class loader is another one. */
    private KeptStore store(long mostBytes) throws IOException {
        return new KeptStore(directory.resolve("kept"), RETENTION, mostBytes, clock::get);
    }

    /** Files that are being fetched are none of those that nobody holds. */
    @Test
    void withoutRetentionFilesAreFetchedAllTheSame() throws IOException {
        store = new KeptStore(directory.resolve("short"), Duration.ZERO, 100, clock::get);
        Path part = Files.createFile(store.part("a"));
        Files.setLastModifiedTime(part, FileTime.fromMillis(clock.get()));
        clock.addAndGet(Duration.ofMinutes(2).toMillis());

        store.sweepIfDue();

        assertThat(part).exists();
    }

    private boolean keep(String name) throws IOException {
        Path source = directory.resolve("new");
        Files.write(source, new byte[SIZE]);
        return store.keep(name, source);
    }

    private boolean isKept(String name) {
        return store.find(name, SIZE) != null;
    }

    private void pass(Duration time) throws IOException {
        clock.addAndGet(time.toMillis());
        store.sweepIfDue();
    }

    /** Databases write on the same disk, and a job whose disk is full fails. */
    @Test
    void tenthOfTheDiskIsLeftToOthers() {
        assertThat(KeptStore.isLeft(30, 40, 100)).isTrue();
        assertThat(KeptStore.isLeft(31, 40, 100)).isFalse();
    }

    @Test
    void fileOfAnotherSizeIsNotFound() throws IOException {
        assertThat(keep("a")).isTrue();

        assertThat(isKept("a")).isTrue();
        assertThat(store.find("a", SIZE + 1)).isNull();
        assertThat(store.find("b", SIZE)).isNull();
    }

    @Test
    void fileGoesWithTheLastWhoHoldsIt() throws IOException {
        keep("a");
        store.hold(List.of("a"));
        store.hold(List.of("a"));

        store.release(List.of("a"));
        assertThat(isKept("a")).isTrue();
        store.release(List.of("a"));

        assertThat(isKept("a")).isFalse();
        assertThat(store.files()).isZero();
        assertThat(store.bytes()).isZero();
    }

    @Test
    void whatEndedInstancesHeldStaysForTheNextOnes() throws IOException {
        keep("a");
        store.hold(List.of("a"));
        store.retire(GROUP, List.of("a"));
        clock.incrementAndGet();

        store.releaseRetired("another", clock.get());
        assertThat(isKept("a")).isTrue();
        store.releaseRetired(GROUP, clock.get() - 2);
        assertThat(isKept("a")).as("those that ended later need it").isTrue();
        store.releaseRetired(GROUP, clock.get());

        assertThat(isKept("a")).isFalse();
    }

    @Test
    void whatEndedInstancesHeldGoesAfterTheRetention() throws IOException {
        keep("a");
        store.hold(List.of("a"));
        store.retire(GROUP, List.of("a"));

        pass(RETENTION.dividedBy(2));
        assertThat(isKept("a")).isTrue();
        pass(RETENTION);

        assertThat(isKept("a")).isFalse();
    }

    @Test
    void whatIsHeldOutlivesTheRetention() throws IOException {
        keep("a");
        keep("b");
        store.hold(List.of("a"));

        pass(RETENTION.multipliedBy(2));

        assertThat(isKept("a")).isTrue();
        assertThat(isKept("b")).isFalse();
    }

    /** It cannot ask the other one, but sees that the time of the file is renewed. */
    @Test
    void storeOfAnotherJobLeavesWhatIsHeld() throws IOException {
        keep("a");
        store.hold(List.of("a"));
        for (int i = 0; i < 3; i++) {
            pass(RETENTION.dividedBy(2));
            store(Long.MAX_VALUE);
            assertThat(isKept("a")).isTrue();
        }
        clock.addAndGet(RETENTION.multipliedBy(2).toMillis());

        store(Long.MAX_VALUE);

        assertThat(isKept("a")).as("of a job that is gone").isFalse();
    }

    @Test
    void nextStoreFindsWhatAnEarlierOneLeft() throws IOException {
        keep("a");

        store = store(Long.MAX_VALUE);

        assertThat(isKept("a")).isTrue();
        assertThat(store.files()).isEqualTo(1);
        assertThat(store.bytes()).isEqualTo(SIZE);
    }

    @Test
    void thereIsNoMoreThanIsAllowed() throws IOException {
        store = store(2 * SIZE);

        assertThat(keep("a")).isTrue();
        assertThat(keep("b")).isTrue();
        assertThat(keep("c")).isFalse();
        assertThat(isKept("c")).isFalse();
    }

    @Test
    void distrustedFilesGoWhoeverHoldsThem() throws IOException {
        keep("a");
        store.hold(List.of("a"));

        store.distrust(List.of("a"));

        assertThat(isKept("a")).isFalse();
    }

    /** What lies there is of no use: it would be in the way for ever. */
    @Test
    void fileOfAnotherSizeIsReplaced() throws IOException {
        Files.write(directory.resolve("kept").resolve("a"), new byte[SIZE + 3]);
        store = store(SIZE + 3);

        assertThat(keep("a")).isTrue();

        assertThat(isKept("a")).isTrue();
        assertThat(store.files()).isEqualTo(1);
        assertThat(store.bytes()).isEqualTo(SIZE);
    }

    @Test
    void directoriesOfProcessesThatAreGoneAreDeleted() throws IOException {
        Path gone = sibling(KeptStore.PREFIX + "gone", RETENTION.multipliedBy(2));
        Path running = sibling(KeptStore.PREFIX + "running", RETENTION.dividedBy(2));
        Path foreign = sibling("foreign", RETENTION.multipliedBy(2));

        store(Long.MAX_VALUE);

        assertThat(gone).doesNotExist();
        assertThat(running).isNotEmptyDirectory();
        assertThat(foreign).isNotEmptyDirectory();
    }

    private Path sibling(String name, Duration age) throws IOException {
        FileTime time = FileTime.fromMillis(clock.get() - age.toMillis());
        Path made = Files.createDirectory(directory.resolve(name));
        Files.setLastModifiedTime(Files.createFile(made.resolve("a")), time);
        return Files.setLastModifiedTime(made, time);
    }

    @Test
    void storeWhoseDirectoryIsDeletedMakesItAnew() throws IOException {
        InstanceDirectory.delete(directory.resolve("kept"));

        assertThat(keep("a")).isTrue();
    }

    /** Of instances that fail over and over without a checkpoint. */
    @Test
    void whatEndsOverAndOverIsHeldOnce() throws IOException {
        keep("a");
        keep("b");
        for (int i = 0; i < 3; i++) {
            store.hold(List.of("a", "a"));
            store.retire(GROUP, List.of("a", "a"));
        }
        assertThat(isKept("a")).isTrue();
        store.hold(List.of("b"));
        store.retire(GROUP, List.of("b"));
        for (int i = 0; i < 256; i++) {
            assertThat(isKept("b")).as("after %d others", i).isTrue();
            store.retire(GROUP, List.of("c" + i));
        }

        assertThat(isKept("a")).isFalse();
        assertThat(isKept("b")).isFalse();
    }

    /** As with another file system, from which nothing can be linked. */
    @Test
    void whatFlinksCopyCannotGiveComesFromTheDatabase() throws IOException {
        InstanceDirectory instance = InstanceDirectory.in(directory);
        Path database = Files.createDirectories(instance.path().resolve("job_1").resolve("db"));
        Files.write(database.resolve("1.sst"), new byte[SIZE]);
        Path copy = Files.createDirectory(directory.resolve("copy"));
        Files.write(copy.resolve("CURRENT"), new byte[SIZE]);
        HandleAndLocalPath table = file("1.sst");
        HandleAndLocalPath compactedAway = file("2.sst");
        HandleAndLocalPath current = file("CURRENT");

        keep(instance, List.of(table, compactedAway), List.of(current), copy);

        assertThat(isKept(KeptName.of(table.getHandle()))).isTrue();
        assertThat(isKept(KeptName.of(current.getHandle()))).isTrue();
        assertThat(store.files()).isEqualTo(2);
    }

    private static HandleAndLocalPath file(String name) {
        return HandleAndLocalPath.of(
                new FileStateHandle(new org.apache.flink.core.fs.Path("/storage", name), SIZE),
                name);
    }

    private void keep(
            InstanceDirectory instance,
            List<HandleAndLocalPath> shared,
            List<HandleAndLocalPath> own,
            Path copy) {
        ByteStreamStateHandle metadata = new ByteStreamStateHandle("metadata", new byte[0]);
        KeyGroupRange range = KeyGroupRange.of(0, 1);
        UUID id = UUID.randomUUID();
        new Keeper(List.of(store), instance, GROUP, 1, Set.of(), clock::get)
                .keep(
                        1,
                        SnapshotResult.withLocalState(
                                new IncrementalRemoteKeyedStateHandle(
                                        id, range, 1, shared, own, metadata),
                                new IncrementalLocalKeyedStateHandle(
                                        id,
                                        1,
                                        new DirectoryStateHandle(copy, SIZE),
                                        range,
                                        metadata,
                                        shared)),
                        null);
    }

    /** A database deletes files while its directory is read. */
    @Test
    void fileThatVanishesIsNotCounted() throws IOException {
        Files.write(directory.resolve("1.sst"), new byte[SIZE]);
        Files.createSymbolicLink(directory.resolve("2.sst"), directory.resolve("vanished"));

        assertThat(InstanceDirectory.tables(directory).values()).containsExactly((long) SIZE);
    }
}
