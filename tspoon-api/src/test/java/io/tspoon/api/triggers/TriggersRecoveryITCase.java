/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.triggers;

import io.tspoon.api.Batches;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.TriggerSpec;
import io.tspoon.log.FileLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/** Each follows once, whatever fails, and whatever number of coordinators goes on with it. */
class TriggersRecoveryITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 2_000;
    private static final int EARLY = COUNT / 2;
    private static final int FAILURES = 3;

    /** So many results pass before the job is about to stop, at two instances together. */
    private static final int HELD = 100;

    private static final TriggerSpec<Long> TWO = TriggerSpec.named("two", Long.class);

    private static final TriggerSpec<Long> FOLLOWER = TriggerSpec.named("follower", Long.class);
    private static final StateSpec<Long, Long> SEEN =
            StateSpec.named("seen", Long.class, Long.class).initialValue(0L);
    private static final int BATCH = 10;

    /** Each number that comes is followed by so many less one, each of which is larger by this. */
    private static final long FOLLOWERS = 6;

    private static final long ROUND = 10_000;

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    @ParameterizedTest
    @CsvSource({
        "KEYS, PL3, LOCK_BASED, ROCKSDB, false",
        "KEYS, PL4, TIMESTAMP_BASED, HEAP, false",
        "KEYS, PL4, DETERMINISTIC, ROCKSDB, false",
        "PARTITIONS, PL4, LOCK_BASED, ROCKSDB, false",
        "KEYS, PL2, LOCK_BASED, HEAP, true",
        "KEYS, PL4, TIMESTAMP_BASED, ROCKSDB, true",
        "KEYS, PL4, DETERMINISTIC, HEAP, true",
        "PARTITIONS, PL3, TIMESTAMP_BASED, HEAP, true"
    })
    void eachFollowsOnceThoughTasksFail(
            Chains chains,
            IsolationLevel level,
            ConcurrencyControl control,
            Backend backend,
            boolean logged)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, backend, EmbeddedFlink.recovering(Duration.ofMillis(30)));
        TransactionalGraph graph = graph(logged).isolation(level).concurrencyControl(control);
        DataStream<TransactionResult<Long>> results =
                chains.chain(graph, environment, numbers(environment));
        ExactlyOnceSink.collect(
                results.map(new Faults<>(test, COUNT / 2, FAILURES)).returns(results.getType()),
                test);
        GatedNumbers.open(test);

        environment.execute();

        assertThat(Faults.failures(test)).isEqualTo(FAILURES);
        Chains.check(
                ExactlyOnceSink.received(test),
                COUNT,
                level.compareTo(IsolationLevel.PL3) >= 0
                        || control != ConcurrencyControl.TIMESTAMP_BASED);
        if (level == IsolationLevel.PL4) {
            Chains.checkOrder(ExactlyOnceSink.received(test));
        }
    }

    /** A batch triggers as one transaction. What it triggers is in no batch. */
    @ParameterizedTest
    @CsvSource({"PL3, TIMESTAMP_BASED, true", "PL4, LOCK_BASED, false", "PL4, DETERMINISTIC, true"})
    void batchesTriggerOnceThoughTasksFail(
            IsolationLevel level, ConcurrencyControl control, boolean logged) throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, Backend.HEAP, EmbeddedFlink.recovering(Duration.ofMillis(30)));
        TransactionalGraph graph = graph(logged).isolation(level).concurrencyControl(control);
        DataStream<TransactionResult<Long>> results =
                graph.openBatches(
                                "numbers",
                                numbers(environment),
                                Batches.ofCount(BATCH),
                                number -> "" + number)
                        .union(graph.openTriggers(environment, FOLLOWER))
                        .keyBy(number -> Math.abs(number) % 200)
                        .apply(
                                SEEN,
                                (value, number, transaction) -> {
                                    value.set(value.get() + 1);
                                    if (number >= 0) {
                                        transaction.trigger(FOLLOWER, -1 - number);
                                    }
                                    if (isRefused(number)) {
                                        transaction.abort("not this batch");
                                    }
                                    transaction.emit(number);
                                },
                                Long.class)
                        .closeTransaction();
        ExactlyOnceSink.collect(
                results.map(new Faults<>(test, COUNT / 4, FAILURES)).returns(results.getType()),
                test);
        GatedNumbers.open(test);

        environment.execute();

        assertThat(Faults.failures(test)).isEqualTo(FAILURES);
        checkBatches(ExactlyOnceSink.received(test), level == IsolationLevel.PL4);
    }

    private static boolean isRefused(long number) {
        return number % 100 == 7;
    }

    /**
     * @param isOrdered whether what a batch triggers takes effect in the order of its elements
     */
    private static void checkBatches(List<TransactionResult<Long>> results, boolean isOrdered) {
        Set<Long> numbers = new HashSet<>();
        Map<TransactionId, List<Long>> triggered = new HashMap<>();
        Map<TransactionId, List<Long>> came = new HashMap<>();
        results.stream()
                .sorted(Comparator.comparing(TransactionResult::timestamp))
                .forEach(
                        result -> {
                            TransactionId by = result.triggeredBy(FOLLOWER);
                            if (by == null) {
                                List<Long> followers = followers(result, numbers);
                                if (result.isCommitted()) {
                                    triggered.put(result.id(), followers);
                                }
                            } else {
                                assertThat(result.elements()).isEmpty();
                                came.computeIfAbsent(by, any -> new ArrayList<>())
                                        .addAll(result.emitted());
                            }
                        });
        assertThat(numbers).hasSize(COUNT);
        assertThat(came.keySet()).isEqualTo(triggered.keySet());
        triggered.forEach(
                (by, followers) -> {
                    if (isOrdered) {
                        assertThat(came.get(by)).isEqualTo(followers);
                    } else {
                        assertThat(came.get(by)).containsExactlyInAnyOrderElementsOf(followers);
                    }
                });
    }

    /** What follows if the batch commits. */
    private static List<Long> followers(TransactionResult<Long> batch, Set<Long> numbers) {
        List<Long> followers = new ArrayList<>();
        boolean isRefused = false;
        for (BatchElement<Long> element : batch.elements()) {
            long number = Long.parseLong(element.key());
            assertThat(numbers.add(number)).as("once: %s", batch).isTrue();
            assertThat(element.emitted())
                    .isEqualTo(batch.isCommitted() ? List.of(number) : List.of());
            isRefused |= isRefused(number);
            followers.add(-1 - number);
        }
        assertThat(batch.isAborted()).as("%s", batch).isEqualTo(isRefused);
        return followers;
    }

    @ParameterizedTest(name = "{0}, {1}, logged {2}, parallelism 2 to {3}")
    @CsvSource({"KEYS, HEAP, false, 4", "PARTITIONS, ROCKSDB, false, 1", "KEYS, HEAP, true, 3"})
    void whatWaitsMovesWithTheCoordinators(
            Chains chains,
            Backend backend,
            boolean logged,
            int parallelism,
            @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        Rescaled moved =
                rescale(
                        (environment, numbers) -> chains.chain(graph(logged), environment, numbers),
                        backend,
                        parallelism,
                        cluster);

        moved.hasFollowersOfBefore(Chains.STEP, Chains.NOTE);
        Chains.check(moved.all(), COUNT, true);
    }

    /** So do elements that wait for others of their batch, at the same time. */
    @ParameterizedTest(name = "logged {0}, parallelism 2 to {1}")
    @CsvSource({"false, 3", "true, 1"})
    void batchesThatWaitMoveAsWell(
            boolean logged, int parallelism, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        Rescaled moved =
                rescale(
                        (environment, numbers) -> slowBatches(logged, environment, numbers),
                        Backend.HEAP,
                        parallelism,
                        cluster);

        moved.hasFollowersOfBefore(FOLLOWER);
        List<TransactionResult<Long>> all = moved.all();
        assertThat(all).allMatch(TransactionResult::isCommitted);
        assertThat(all)
                .filteredOn(result -> result.triggeredBy(FOLLOWER) == null)
                .hasSize(COUNT / BATCH)
                .allSatisfy(batch -> assertThat(batch.elements()).hasSize(BATCH));
        assertThat(all.stream().flatMap(result -> result.emitted().stream()))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, FOLLOWERS * ROUND)
                                .filter(number -> number % ROUND < COUNT)
                                .boxed()
                                .toList());
    }

    /** The first numbers of each half share batches with the last ones, which come much later. */
    private DataStream<TransactionResult<Long>> slowBatches(
            boolean logged, StreamExecutionEnvironment environment, DataStream<Long> numbers) {
        TransactionalGraph graph = graph(logged);
        return graph.openBatches(
                        "numbers",
                        numbers,
                        Batches.byKeyAndSize(
                                number -> {
                                    long place = number % EARLY;
                                    boolean isSlow = place < EARLY / 4 || place >= EARLY * 3L / 4;
                                    return (number / EARLY)
                                            + (isSlow
                                                    ? "slow" + place % (EARLY / 2 / BATCH)
                                                    : "fast" + place / BATCH);
                                },
                                number -> BATCH),
                        number -> "" + number)
                .union(graph.openTriggers(environment, FOLLOWER))
                .keyBy(number -> number % 200)
                .apply(
                        SEEN,
                        (value, number, transaction) -> {
                            value.set(value.get() + 1);
                            if (number < (FOLLOWERS - 1) * ROUND) {
                                transaction.trigger(FOLLOWER, number + ROUND);
                            }
                            transaction.emit(number);
                        },
                        Long.class)
                .closeTransaction();
    }

    /** Its stream has had an entrance with a name. */
    @ParameterizedTest(name = "logged {0}, parallelism 2 to {1}")
    @CsvSource({"false, 2", "true, 3"})
    void jobGetsTriggersWithASavepointThatHasNone(
            boolean logged, int parallelism, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        StreamExecutionEnvironment first =
                EmbeddedFlink.environment(2, Backend.HEAP, new Configuration());
        Tap.open(
                seen(graph(logged)
                                .openTransaction("numbers", numbers(first), number -> "" + number))
                        .closeTransaction(),
                test + "before");
        JobClient job = first.executeAsync();
        Tap.await(test + "before", COUNT * 3 / 4, job.getJobExecutionResult());
        String savepoint = new Snapshots(cluster, directory).stop(job);

        StreamExecutionEnvironment second =
                EmbeddedFlink.environment(
                        parallelism, Backend.HEAP, Snapshots.restoring(savepoint));
        TransactionalGraph graph = graph(logged);
        Tap.open(
                seen(graph.openTransaction("numbers", numbers(second), number -> "" + number)
                                .process(
                                        (number, transaction, out) -> {
                                            transaction.trigger(FOLLOWER, -1 - number);
                                            out.collect(number);
                                        },
                                        Long.class)
                                .union(graph.openTriggers(second, FOLLOWER)))
                        .closeTransaction(),
                test + "after");
        GatedNumbers.open(test);
        second.execute();

        List<TransactionResult<Long>> before = Tap.passed(test + "before");
        List<TransactionResult<Long>> after = Tap.passed(test + "after");
        assertThat(before).hasSize(COUNT * 3 / 4);
        assertThat(after).hasSize(2 * (COUNT - before.size()));
        List<TransactionResult<Long>> all = new ArrayList<>(before);
        all.addAll(after);
        all.sort(Comparator.comparing(TransactionResult::timestamp));
        Map<Long, Long> counts = new HashMap<>();
        Set<Long> numbers = new HashSet<>();
        for (TransactionResult<Long> result : all) {
            long number = result.emitted().get(0);
            assertThat(numbers.add(number)).as("once: %s", result).isTrue();
            assertThat(result.triggeredBy(FOLLOWER) == null).isEqualTo(number >= 0);
            long key = keyOf(number);
            assertThat(SEEN.updatesIn(result))
                    .containsExactlyEntriesOf(Map.of(key, counts.merge(key, 1L, Long::sum)));
        }
        assertThat(numbers).hasSize(COUNT + COUNT / 4);
    }

    /** Counts, also those that follow, with the key of what has triggered them. */
    private static TransactionalStream<Long> seen(TransactionalStream<Long> numbers) {
        return numbers.keyBy(TriggersRecoveryITCase::keyOf)
                .update(SEEN, (value, number) -> value + 1, (v, number) -> number, Long.class);
    }

    private static long keyOf(long number) {
        return (number < 0 ? -1 - number : number) % 200;
    }

    private interface Program {
        DataStream<TransactionResult<Long>> build(
                StreamExecutionEnvironment environment, DataStream<Long> numbers);
    }

    /** The results of a job until it was stopped with a savepoint, and of the job after it. */
    private record Rescaled(
            List<TransactionResult<Long>> before, List<TransactionResult<Long>> after) {
        List<TransactionResult<Long>> all() {
            List<TransactionResult<Long>> all = new ArrayList<>(before);
            all.addAll(after);
            return all;
        }

        /** Else nothing has waited when the job was stopped. */
        void hasFollowersOfBefore(TriggerSpec<?>... specs) {
            Set<TransactionId> ids =
                    before.stream().map(TransactionResult::id).collect(Collectors.toSet());
            assertThat(after)
                    .as("some have waited meanwhile")
                    .anyMatch(
                            result ->
                                    Arrays.stream(specs)
                                            .map(result::triggeredBy)
                                            .anyMatch(ids::contains));
        }
    }

    /** Stops the job at two instances while much is in flight, and goes on at others. */
    private Rescaled rescale(Program program, Backend backend, int parallelism, MiniCluster cluster)
            throws Exception {
        StreamExecutionEnvironment first =
                EmbeddedFlink.environment(2, backend, new Configuration());
        DataStream<TransactionResult<Long>> results =
                program.build(
                        first,
                        numbers(first).transform("barriers", Types.LONG, new OpensAtBarrier(test)));
        Tap.open(
                Tap.through(results, test + "before")
                        .map(new Held<>(test))
                        .returns(results.getType()),
                test + "passed");
        JobClient job = first.executeAsync();
        Tap.await(test + "before", HELD, job.getJobExecutionResult());
        String savepoint = new Snapshots(cluster, directory).stop(job);

        StreamExecutionEnvironment second =
                EmbeddedFlink.environment(parallelism, backend, Snapshots.restoring(savepoint));
        Tap.open(program.build(second, numbers(second)), test + "after");
        GatedNumbers.open(test);
        second.execute();
        return new Rescaled(Tap.passed(test + "before"), Tap.passed(test + "after"));
    }

    /**
     * Holds results, and close with them, from when enough have passed until the barrier comes. Not
     * earlier at one instance than at the other: transactions of one wait for those of the other.
     */
    private static final class Held<T> implements MapFunction<T, T> {
        private static final long serialVersionUID = 1L;

        private final String test;
        private transient boolean wasHeld;

        Held(String test) {
            this.test = test;
        }

        @Override
        public T map(T result) throws InterruptedException, ExecutionException {
            if (!wasHeld && Tap.passed(test + "before").size() >= HELD) {
                GatedNumbers.await(test + "held");
                wasHeld = true;
            }
            return result;
        }
    }

    /** Lets results go on when the barrier comes to open, so that transactions are in flight. */
    private static final class OpensAtBarrier extends AbstractStreamOperator<Long>
            implements OneInputStreamOperator<Long, Long> {
        private static final long serialVersionUID = 1L;

        private final String test;

        OpensAtBarrier(String test) {
            this.test = test;
        }

        @Override
        public void processElement(StreamRecord<Long> number) {
            output.collect(number);
        }

        @Override
        public void prepareSnapshotPreBarrier(long checkpointId) {
            GatedNumbers.open(test + "held");
        }
    }

    /**
     * Each step triggers two more, so that chains end after millions. A barrier waits for the
     * elements in front of it, and each of these only for what waited when it came.
     */
    @Test
    void barrierPassesChainsThatBranch(@InjectMiniCluster MiniCluster cluster) throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(1, Backend.HEAP, new Configuration());
        TransactionalGraph graph = TransactionalGraph.named("branches").maxInFlight(1);
        GatedNumbers numbers = new GatedNumbers(0, 5, new GatedNumbers.Gate(test, 4, 5));
        Tap.open(
                graph.openTransaction(
                                "numbers",
                                environment.fromSource(numbers, Chains.time(), "numbers"),
                                number -> "" + number)
                        .union(graph.openTriggers(environment, TWO))
                        .keyBy(number -> number)
                        .apply(
                                StateSpec.named("steps", Long.class, Long.class).initialValue(0L),
                                (value, number, transaction) -> {
                                    transaction.trigger(TWO, 2 * number + 5);
                                    transaction.trigger(TWO, 2 * number + 6);
                                },
                                Long.class)
                        .closeTransaction(),
                test);
        JobClient job = environment.executeAsync();
        Tap.await(test, 1_000, job.getJobExecutionResult());

        assertThat(new Snapshots(cluster, directory).stop(job)).isNotEmpty();
    }

    private TransactionalGraph graph(boolean logged) {
        TransactionalGraph graph = TransactionalGraph.named("chains");
        return logged
                ? graph.writeAheadLog(new FileLog(directory.resolve("log").toUri().toString()))
                : graph;
    }

    /** Each of two instances of the source holds back some, so that none ends too early. */
    private DataStream<Long> numbers(StreamExecutionEnvironment environment) {
        return environment
                .fromSource(
                        new GatedNumbers(
                                0,
                                COUNT,
                                new GatedNumbers.Gate(test, EARLY * 3L / 4, EARLY),
                                new GatedNumbers.Gate(test, EARLY + EARLY * 3L / 4, COUNT)),
                        Chains.time(),
                        "numbers")
                .uid("numbers");
    }
}
