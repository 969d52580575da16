/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import io.tspoon.runtime.log.LoggedMessages;

import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import static io.tspoon.rocksdb.TestJob.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is copied of checkpoints that come and go, by a copier whose thread is the test. */
class CopierTest {
    @TempDir Path storage;
    @TempDir Path elsewhere;
    @TempDir Path here;

    private final AtomicLong clock = new AtomicLong(1_700_000_000_000L);
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final Copier.Here own = new Copier.Here(TestJob.OPERATOR, 0, 2);
    private Runnable whileReading = () -> {};
    private TestJob job;
    private KeptStore store;
    private Copier copier;

    /** Two instances, the second of which is to be copied. */
    @BeforeEach
    void open() throws Exception {
        job = new TestJob(storage, elsewhere);
        job.start(PLAIN, 2).write("a").checkpoint();
        use(Long.MAX_VALUE);
    }

    @AfterEach
    void close() throws Exception {
        job.close();
    }

    private void use(long mostBytes) throws IOException {
        store = new KeptStore(here.resolve("kept"), Duration.ofMinutes(10), mostBytes, clock::get);
        copier = copier(1);
        copier.begin(own);
    }

    private Copier copier(int copies) {
        RateLimit limit =
                new RateLimit(
                        1,
                        System::nanoTime,
                        nanos -> {
                            Runnable action = whileReading;
                            whileReading = () -> {};
                            action.run();
                        });
        return new Copier(List.of(store), "job", copies, 1, limit, waiting::add, clock::get);
    }

    /** What a complete checkpoint brings about. */
    private void complete(long checkpoint) {
        announce(checkpoint);
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
    }

    private void announce(long checkpoint) {
        copier.complete(checkpoint, metadata(checkpoint));
    }

    private org.apache.flink.core.fs.Path metadata(long checkpoint) {
        return new org.apache.flink.core.fs.Path(
                storage.resolve("chk-" + checkpoint).resolve("_metadata").toUri());
    }

    private CheckpointFiles read(long checkpoint) throws IOException {
        return CheckpointFiles.read(metadata(checkpoint), new CloseableRegistry());
    }

    /** Names of the files of the second instance. */
    private Set<String> wanted(long checkpoint) throws IOException {
        Set<String> names = new HashSet<>(sizes(checkpoint).keySet());
        assertThat(names).hasSizeGreaterThan(3);
        return names;
    }

    /** Their sizes, too. */
    private Map<String, Long> sizes(long... checkpoints) throws IOException {
        Map<String, Long> sizes = new HashMap<>();
        for (long checkpoint : checkpoints) {
            for (HandleAndLocalPath each : files(checkpoint)) {
                sizes.put(KeptName.of(each.getHandle()), each.getStateSize());
            }
        }
        return sizes;
    }

    private static long sum(Map<String, Long> sizes) {
        return sizes.values().stream().mapToLong(Long::longValue).sum();
    }

    private List<HandleAndLocalPath> files(long checkpoint) throws IOException {
        return read(checkpoint).parts().stream()
                .filter(part -> part.subtask() == 1)
                .flatMap(part -> part.files().stream())
                .toList();
    }

    private Set<String> kept() throws IOException {
        Set<String> names = new HashSet<>();
        for (Path file : InstanceDirectory.list(here.resolve("kept"))) {
            names.add(file.getFileName().toString());
        }
        return names;
    }

    /** The largest file of the second instance. */
    private HandleAndLocalPath largest(long checkpoint) throws IOException {
        return files(checkpoint).stream()
                .max(Comparator.comparing(HandleAndLocalPath::getStateSize))
                .orElseThrow();
    }

    private static Path path(HandleAndLocalPath file) {
        return Path.of(file.getHandle().maybeGetPath().orElseThrow().getPath());
    }

    @Test
    void filesOfThePeerAreCopied() throws Exception {
        complete(1);

        assertThat(kept()).isEqualTo(wanted(1));
        assertThat(copier.isBehind()).isFalse();
        assertThat(copier.bytes()).isEqualTo(store.bytes()).isPositive();
    }

    @Test
    void instancesSayTheSame() throws Exception {
        announce(1);
        announce(1);
        assertThat(waiting).hasSize(1);
        waiting.remove().run();
        announce(1);

        assertThat(waiting).isEmpty();
    }

    @Test
    void onlyTheNewestWaits() throws Exception {
        job.write("b").checkpoint();
        announce(1);
        announce(2);

        assertThat(waiting).hasSize(1);
        waiting.remove().run();

        assertThat(kept()).isEqualTo(wanted(2));
    }

    @Test
    void overtakenCheckpointIsGivenUp() throws Exception {
        job.write("b").checkpoint();
        whileReading = () -> announce(2);
        announce(1);

        waiting.remove().run();
        assertThat(kept()).as("the file that was being read").hasSize(1).isSubsetOf(wanted(2));
        assertThat(waiting).hasSize(1);
        waiting.remove().run();

        assertThat(kept()).isEqualTo(wanted(2));
        assertThat(copier.bytes()).as("each once").isEqualTo(store.bytes());
        assertThat(copier.isBehind()).isFalse();
    }

    @Test
    void whatOnlyAnOvertakenCheckpointNamesGoes() throws Exception {
        rewriteAll();
        whileReading = () -> announce(3);
        announce(1);

        waiting.remove().run();
        assertThat(kept()).hasSize(1).isSubsetOf(wanted(1));
        waiting.remove().run();

        assertThat(kept()).isEqualTo(wanted(3));
    }

    @Test
    void isBehindSinceTheFirstThatIsNotCopied() throws Exception {
        job.write("b").checkpoint();
        assertThat(copier.behindMs()).isZero();

        announce(1);
        clock.addAndGet(5);
        announce(2);
        clock.addAndGet(7);

        assertThat(copier.behindMs()).isEqualTo(12);
        waiting.remove().run();
        assertThat(copier.behindMs()).isZero();
    }

    @Test
    void fileThatIsGoneIsPassedOver() throws Exception {
        Files.delete(path(largest(1)));

        complete(1);

        assertThat(kept()).hasSize(wanted(1).size() - 1);
        assertThat(copier.isBehind()).isTrue();
    }

    @Test
    void checkpointThatIsGoneIsPassedOver() throws Exception {
        Files.delete(job.metadata());
        complete(1);
        assertThat(kept()).isEmpty();

        job.write("b").checkpoint();
        complete(2);

        assertThat(kept()).isEqualTo(wanted(2));
    }

    /** One of the right size, which the storage or the way from there has spoiled. */
    @Test
    void damagedFileDoesNotCount() throws Exception {
        Path file = path(largest(1));
        byte[] good = Files.readAllBytes(file);
        KeptFilesBackendTest.flip(file, 100);

        complete(1);

        Set<String> others = wanted(1);
        others.remove(KeptName.of(largest(1).getHandle()));
        assertThat(kept()).as("no part, and all behind it").isEqualTo(others);
        assertThat(copier.isBehind()).isTrue();
        Files.write(file, good);
        job.checkpoint();
        complete(2);
        assertThat(kept()).containsAll(wanted(2));
    }

    /** The storage may be away, and each question take its time. */
    @Test
    void manyFilesThatCannotBeReadEndTheRound() throws Exception {
        job.start(PLAIN, 4).write("b").checkpoint();
        copier = copier(3);
        copier.begin(new Copier.Here(TestJob.OPERATOR, 0, 4));
        int peers = 0;
        for (CheckpointFiles.Part part : read(2).parts()) {
            for (HandleAndLocalPath each : part.files()) {
                peers += part.subtask() == 0 ? 0 : 1;
                Files.write(path(each), new byte[1]);
            }
        }
        assertThat(peers).isGreaterThan(10);
        AtomicInteger readings = new AtomicInteger();
        whileReading = () -> again(readings);

        complete(2);

        assertThat(readings).hasValue(10);
    }

    private void again(AtomicInteger readings) {
        readings.incrementAndGet();
        whileReading = () -> again(readings);
    }

    /** A task says that a checkpoint is complete, and must not wait for what the copier does. */
    @Test
    void nobodyWaitsForAStoreThatIsBusy() throws Exception {
        job.write("b").checkpoint();
        announce(1);
        Thread copying = new Thread(waiting.remove());
        synchronized (store) {
            copying.start();
            while (copying.isAlive() && copying.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            CompletableFuture.runAsync(() -> announce(2)).get(60, TimeUnit.SECONDS);
            assertThat(copying.isAlive()).as("waits for the store").isTrue();
        }
        copying.join();
        assertThat(waiting).hasSize(1);
    }

    /** Also in a directory where no instance has its own files. */
    @Test
    void copiesAreRenewedWithEachCheckpoint() throws Exception {
        complete(1);
        clock.addAndGet(Duration.ofMinutes(9).toMillis());
        job.checkpoint();

        complete(2);

        for (String name : wanted(2)) {
            assertThat(Files.getLastModifiedTime(here.resolve("kept").resolve(name)).toMillis())
                    .isEqualTo(clock.get());
        }
    }

    /** Else what waits there for others gets too old. */
    @Test
    void copiesAreRenewedEvenIfTheListCannotBeRead() throws Exception {
        complete(1);
        clock.addAndGet(Duration.ofMinutes(9).toMillis());
        job.checkpoint();
        Files.delete(job.metadata());

        complete(2);

        assertThat(kept()).isEqualTo(wanted(1));
        for (String name : kept()) {
            assertThat(Files.getLastModifiedTime(here.resolve("kept").resolve(name)).toMillis())
                    .isEqualTo(clock.get());
        }
    }

    /** The class loader of a job is closed when the job has ended. */
    @Test
    void aClassThatIsGoneEndsTheRoundOnly() throws Exception {
        whileReading =
                () -> {
                    throw new NoClassDefFoundError("planned");
                };

        complete(1);

        assertThat(copier.isBehind()).isTrue();
        job.checkpoint();
        complete(2);
        assertThat(kept()).containsAll(wanted(2));
    }

    @Test
    void theListOfACheckpointIsNotReadOnceItIsCanceled() throws Exception {
        CloseableRegistry canceled = new CloseableRegistry();
        canceled.close();
        assertThatThrownBy(() -> CheckpointFiles.read(metadata(1), canceled))
                .isInstanceOf(IOException.class);
    }

    /** Not even while it is being checked. */
    @Test
    void fileDoesNotCountBeforeItIsWhole() throws Exception {
        List<Set<String>> seen = new ArrayList<>();
        whileReading =
                () -> {
                    try {
                        seen.add(kept());
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                };

        complete(1);

        assertThat(seen).hasSize(1);
        assertThat(seen.get(0))
                .hasSize(1)
                .doesNotContainAnyElementsOf(wanted(1))
                .allMatch(name -> PartFile.is(Path.of(name)));
    }

    @Test
    void fileOfAnotherSizeDoesNotCount() throws Exception {
        Files.write(path(largest(1)), new byte[1]);

        complete(1);

        assertThat(kept()).doesNotContain(KeptName.of(largest(1).getHandle()));
        assertThat(copier.isBehind()).isTrue();
    }

    @Test
    void copiesOfOldCheckpointsGo() throws Exception {
        for (int checkpoint = 1; checkpoint < 6; checkpoint++) {
            complete(checkpoint);
            job.write("b" + checkpoint).checkpoint();
        }

        Set<String> newest = wanted(5);
        newest.addAll(wanted(4));
        assertThat(kept()).isEqualTo(newest);
    }

    @Test
    void copiesStayForThoseThatComeNext() throws Exception {
        complete(1);

        assertThat(copier.end(own)).isTrue();

        assertThat(kept()).isEqualTo(wanted(1));
        complete(2);
        assertThat(waiting).isEmpty();
        clock.addAndGet(Duration.ofHours(1).toMillis());
        store.sweepIfDue();
        assertThat(kept()).isEmpty();
    }

    @Test
    void copyingEndsWithTheLastInstance() throws Exception {
        announce(1);
        copier.begin(own);
        assertThat(copier.end(own)).isFalse();
        copier.end(own);

        waiting.remove().run();

        assertThat(kept()).isEmpty();
    }

    @Test
    void nothingIsReadForInstancesThatAreAllHere() throws Exception {
        copier.begin(new Copier.Here(TestJob.OPERATOR, 1, 2));
        Files.delete(job.metadata());

        complete(1);

        assertThat(copier.isBehind()).isFalse();
        assertThat(kept()).isEmpty();
    }

    @Test
    void whatHasNoRoomIsNotFetched() throws Exception {
        use(largest(1).getStateSize());

        complete(1);

        assertThat(kept()).isNotEmpty();
        assertThat(store.bytes()).isLessThanOrEqualTo(largest(1).getStateSize());
        assertThat(copier.isBehind()).isTrue();
    }

    /** As after a full compaction: two checkpoints of the same tables, and none of those of 1. */
    private void rewriteAll() throws Exception {
        job.start(PLAIN, 4).checkpoint();
        job.start(PLAIN, 2).checkpoint().checkpoint();
        assertThat(wanted(3)).doesNotContainAnyElementsOf(wanted(1));
        assertThat(wanted(4))
                .doesNotContainAnyElementsOf(wanted(1))
                .containsAnyElementsOf(wanted(3));
    }

    @Test
    void obsoleteCopiesMakeRoomForNewOnes() throws Exception {
        rewriteAll();
        use(Math.max(sum(sizes(1)), sum(sizes(3, 4)))); // and not both
        complete(1);

        complete(3);

        assertThat(kept()).as("a restore may need them").containsAll(wanted(1));
        assertThat(copier.isBehind()).isTrue();
        complete(4);
        assertThat(kept()).containsAll(wanted(4)).doesNotContainAnyElementsOf(wanted(1));
        assertThat(copier.isBehind()).isFalse();
    }

    /** As after a change of the parallelism. */
    @Test
    void copiesOfAnEarlierRunMakeRoomForNewOnes() throws Exception {
        rewriteAll();
        use(Math.max(sum(sizes(1)), sum(sizes(3, 4))));
        complete(1);
        startAnew();

        complete(3);

        assertThat(kept()).as("a restore may need them").containsAll(wanted(1));
        complete(4);
        assertThat(kept()).containsAll(wanted(4)).doesNotContainAnyElementsOf(wanted(1));
        assertThat(copier.isBehind()).isFalse();
    }

    private void startAnew() {
        copier.end(own);
        copier = copier(1);
        copier.begin(own);
    }

    @Test
    void obsoleteCopiesGoEvenIfAFileStaysDamaged() throws Exception {
        rewriteAll();
        complete(1);
        HandleAndLocalPath damaged = damageTable(4);

        complete(3);

        assertThat(kept()).containsAll(wanted(1));
        complete(4);
        assertAllButOneIsCopied(damaged);
    }

    @Test
    void copiesOfAnEarlierRunGoEvenIfAFileStaysDamaged() throws Exception {
        rewriteAll();
        complete(1);
        startAnew();
        HandleAndLocalPath damaged = damageTable(4);

        complete(3);

        assertThat(kept()).containsAll(wanted(1));
        complete(4);
        assertAllButOneIsCopied(damaged);
    }

    private HandleAndLocalPath damageTable(long checkpoint) throws Exception {
        HandleAndLocalPath table =
                files(checkpoint).stream()
                        .filter(each -> each.getLocalPath().endsWith(InstanceDirectory.SST))
                        .findFirst()
                        .orElseThrow();
        assertThat(wanted(checkpoint - 1)).contains(KeptName.of(table.getHandle()));
        KeptFilesBackendTest.flip(path(table), 100);
        return table;
    }

    private void assertAllButOneIsCopied(HandleAndLocalPath damaged) throws IOException {
        Set<String> others = wanted(3);
        others.addAll(wanted(4));
        others.remove(KeptName.of(damaged.getHandle()));
        assertThat(kept()).isEqualTo(others);
        assertThat(copier.isBehind()).isTrue();
    }

    /** Each takes longer than the time to the next one. */
    @Test
    void obsoleteCopiesGoEvenIfAllCheckpointsAreOvertaken() throws Exception {
        rewriteAll();
        job.checkpoint();
        complete(1);
        announce(3);
        whileReading = () -> announce(4);
        waiting.remove().run();
        assertThat(kept()).containsAll(wanted(1));
        whileReading = () -> announce(5);

        waiting.remove().run();

        assertThat(kept())
                .isNotEmpty()
                .isSubsetOf(wanted(4))
                .doesNotContainAnyElementsOf(wanted(1));
        assertThat(wanted(4)).as("given up").hasSizeGreaterThan(kept().size());
    }

    @Test
    void filesThatStayInCheckpointsAreFetchedOnce() throws Exception {
        job.checkpoint().checkpoint().checkpoint();
        complete(1);
        assertThat(wanted(4)).containsAnyElementsOf(wanted(1));

        startAnew();
        for (int checkpoint = 2; checkpoint <= 4; checkpoint++) {
            complete(checkpoint);
        }

        Map<String, Long> added = sizes(2, 3, 4);
        added.keySet().removeAll(wanted(1));
        assertThat(copier.bytes()).isEqualTo(sum(added));
    }

    @Test
    void itIsSaidOnceThatCopiesDoNotFit() throws Exception {
        job.write("b").checkpoint().write("c").checkpoint();
        use(sum(sizes(1)) + 1);
        try (LoggedMessages messages = new LoggedMessages(Copier.class)) {
            complete(1);
            assertThat(messages.all()).as("they fit").isEmpty();

            complete(2);
            complete(3);

            assertThat(copier.isBehind()).as("does not fit either").isTrue();
            long missing = sum(sizes(2)) - sum(common(1, 2));
            assertThat(messages.all())
                    .singleElement()
                    .asString()
                    .contains("TSP-2360", "job=job", "bytes=" + missing);
        }
    }

    private Map<String, Long> common(long one, long other) throws IOException {
        Map<String, Long> common = sizes(one);
        common.keySet().retainAll(wanted(other));
        return common;
    }

    /** Of a process that was killed while it fetched. */
    @Test
    void filesThatWereBeingFetchedAreCleanedUp() throws Exception {
        Path left = store.part("a");
        Files.move(
                Files.createFile(left),
                left.resolveSibling("a.part-" + Long.MAX_VALUE + ".1-rest"),
                StandardCopyOption.ATOMIC_MOVE);
        Path fetching = Files.createFile(store.part("b"));
        assertThat(store.files()).isZero();

        use(Long.MAX_VALUE);

        assertThat(kept()).containsExactly(fetching.getFileName().toString());
        assertThat(store.files()).as("it is none of the kept ones").isZero();
    }
}
