/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.batches;

import io.tspoon.api.Batches;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.batch.BatchGate;
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
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
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
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Batches take effect as if a program executed one after the other, whatever fails, and whatever
 * number of instances goes on with what waits.
 */
class BatchesITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 4_000;
    private static final int EARLY = COUNT / 2;

    /** Behind whole batches of ten there are five more, which wait for others. */
    private static final int WAITING_FROM = EARLY * 3 / 4 + Payments.SIZE / 2;

    private static final int FAILURES = 3;
    private static final int AUDITS = 500;

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    @ParameterizedTest
    @CsvSource({
        "COUNT, PL3, TIMESTAMP_BASED, false",
        "COUNT, PL3, LOCK_BASED, true",
        "COUNT, PL4, TIMESTAMP_BASED, false",
        "COUNT, PL4, DETERMINISTIC, true",
        "LAST, PL3, LOCK_BASED, false",
        "LAST, PL4, TIMESTAMP_BASED, true",
        "SIZE_TOLD, PL3, TIMESTAMP_BASED, true",
        "SIZE_TOLD, PL4, DETERMINISTIC, false",
        "SIZE_TOLD, PL4, LOCK_BASED, true",
        "WATERMARK, PL3, TIMESTAMP_BASED, true",
        "WATERMARK, PL4, LOCK_BASED, false"
    })
    void batchesAreExecutedOnceThoughTasksFail(
            Payments payments, IsolationLevel level, ConcurrencyControl control, boolean logged)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, Backend.HEAP, EmbeddedFlink.recovering(Duration.ofMillis(30)));
        TransactionalGraph graph = graph().isolation(level).concurrencyControl(control);
        if (logged) {
            graph = graph.writeAheadLog(new FileLog(directory.resolve("log").toUri().toString()));
        }
        DataStream<TransactionResult<String>> results = payments.pay(graph, numbers(environment));
        ExactlyOnceSink.collect(
                results.map(new Faults<>(test, COUNT / 10 / 5, FAILURES))
                        .returns(results.getType()),
                test);
        GatedNumbers.open(test);

        environment.execute();

        payments.check(ExactlyOnceSink.received(test), COUNT);
    }

    /** Others come by an entrance of their own. */
    @ParameterizedTest
    @CsvSource({
        "SIZE_TOLD, PL3, TIMESTAMP_BASED, true",
        "COUNT, PL3, LOCK_BASED, false",
        "LAST, PL4, TIMESTAMP_BASED, true"
    })
    void nobodySeesAPartOfABatch(
            Payments payments, IsolationLevel level, ConcurrencyControl control, boolean logged)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, Backend.HEAP, EmbeddedFlink.recovering(Duration.ofMillis(30)));
        DataStream<TransactionResult<String>> results =
                payments.payAndAudit(
                        graph(logged).isolation(level).concurrencyControl(control),
                        numbers(environment),
                        environment.fromSequence(1, AUDITS));
        ExactlyOnceSink.collect(
                results.map(new Faults<>(test, COUNT / 10 / 5, FAILURES))
                        .returns(results.getType()),
                test);
        GatedNumbers.open(test);

        environment.execute();

        List<TransactionResult<String>> all = ExactlyOnceSink.received(test);
        payments.check(all, COUNT);
        assertThat(all).filteredOn(result -> result.elements().isEmpty()).hasSize(AUDITS);
    }

    /** The coordinators have left, for nothing comes, and nothing else brings them back. */
    @Test
    void timeEndsABatchOfAnInputThatIsSilent() throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, Backend.HEAP, new Configuration());
        DataStream<Long> numbers =
                environment.fromSource(
                        new GatedNumbers(0, 2, new GatedNumbers.Gate(test, 1, 2)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers");
        Tap.open(
                Payments.pay(
                        graph().isolation(IsolationLevel.PL4)
                                .openBatches(
                                        numbers,
                                        Batches.<Long>ofCount(10).within(Duration.ofMillis(500)),
                                        String::valueOf)),
                test);
        JobClient job = environment.executeAsync();

        Tap.await(test, 1, job.getJobExecutionResult());
        GatedNumbers.open(test);
        job.getJobExecutionResult().get();
        assertThat(Tap.passed(test)).hasSize(2);
    }

    /** The log has the first half, which was aborted, and no snapshot has that it was. */
    @Test
    void restOfAnAbortedBatchIsAbortedAfterACrash() throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, Backend.HEAP, EmbeddedFlink.recovering(Duration.ofDays(1)));
        DataStream<Long> numbers =
                environment.fromSource(
                        new GatedNumbers(0, 10, new GatedNumbers.Gate(test, 5, 10)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers");
        String large = "-".repeat(BatchGate.MAX_IDENTITY_BYTES / 5);
        DataStream<TransactionResult<String>> results =
                Payments.pay(
                        graph(true)
                                .openBatches(
                                        numbers,
                                        Batches.byKey(number -> "file", number -> number == 9),
                                        number -> number < 5 ? number + large : "" + number));
        String name = test;
        ExactlyOnceSink.collect(
                results.map(new Faults<>(test, 1, 1))
                        .returns(results.getType())
                        .map(
                                again -> {
                                    GatedNumbers.open(name);
                                    return again;
                                })
                        .returns(results.getType()),
                test);

        environment.execute();

        List<TransactionResult<String>> all = ExactlyOnceSink.received(test);
        assertThat(all).allMatch(TransactionResult::isAborted);
        assertThat(all.stream().mapToInt(result -> result.elements().size()).sum()).isEqualTo(10);
    }

    /** Files end in an order of their own, not in that in which they begin. */
    @ParameterizedTest
    @CsvSource({
        "LOCK_BASED, true",
        "TIMESTAMP_BASED, false",
        "TIMESTAMP_BASED, true",
        "DETERMINISTIC, true"
    })
    void batchesTakeEffectInTheOrderOfTheirLastElements(ConcurrencyControl control, boolean logged)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, Backend.HEAP, EmbeddedFlink.recovering(Duration.ofMillis(30)));
        DataStream<TransactionResult<String>> results =
                Payments.INTERLEAVED.pay(
                        graph(logged).isolation(IsolationLevel.PL4).concurrencyControl(control),
                        environment
                                .fromSource(
                                        new GatedNumbers(0, COUNT),
                                        WatermarkStrategy.noWatermarks(),
                                        "numbers")
                                .setParallelism(1));
        ExactlyOnceSink.collect(
                results.map(new Faults<>(test, COUNT / 10 / 5, FAILURES))
                        .returns(results.getType()),
                test);

        environment.execute();

        List<TransactionResult<String>> all = ExactlyOnceSink.received(test);
        Payments.INTERLEAVED.check(all, COUNT);
        assertThat(
                        all.stream()
                                .sorted(Comparator.comparing(TransactionResult::timestamp))
                                .map(result -> lastOf(result.elements())))
                .isSorted();
    }

    private static long lastOf(List<BatchElement<String>> elements) {
        return Long.parseLong(elements.get(elements.size() - 1).key());
    }

    @ParameterizedTest(name = "{0}, log {1}, parallelism 2 to {2}")
    @CsvSource({
        "FULL, false, 4",
        "FULL, true, 1",
        "SIZE_TOLD, false, 4",
        "SIZE_TOLD, true, 1",
        "WATERMARK, false, 1",
        "WATERMARK, false, 4"
    })
    void whatWaitsMovesToOtherInstances(
            Payments payments,
            boolean logged,
            int parallelism,
            @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        Snapshots snapshots = new Snapshots(cluster, directory);
        StreamExecutionEnvironment first =
                EmbeddedFlink.environment(2, Backend.HEAP, new Configuration());
        DataStream<Long> early = Tap.through(numbers(first), test + "early");
        Tap.open(payments.pay(graph(logged), early), test + "before");
        JobClient job = first.executeAsync();
        Tap.await(test + "early", 2 * WAITING_FROM, job.getJobExecutionResult());
        Configuration restoring = new Configuration();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, snapshots.stop(job));

        StreamExecutionEnvironment second =
                EmbeddedFlink.environment(parallelism, Backend.ROCKSDB, restoring);
        DataStream<Long> late = Tap.through(numbers(second), test + "late");
        Tap.open(payments.pay(graph(logged), late), test + "after");
        GatedNumbers.open(test);
        second.execute();

        List<TransactionResult<String>> all = new ArrayList<>(Tap.passed(test + "before"));
        all.addAll(Tap.passed(test + "after"));
        payments.check(all, COUNT);
        assertThat(whereWhatWaitedHasEntered(parallelism))
                .isEqualTo(
                        payments == Payments.SIZE_TOLD
                                ? IntStream.range(0, parallelism).boxed().toList()
                                : IntStream.of(0, parallelism / 2).distinct().boxed().toList());
    }

    /**
     * The coordinators of the second job that have executed elements which had come to the first
     * one. They had them from its state, as no source has given them again.
     */
    private List<Integer> whereWhatWaitedHasEntered(int parallelism) {
        Set<Long> early = new HashSet<>(Tap.passed(test + "early"));
        assertThat(Tap.<Long>passed(test + "late")).noneMatch(early::contains);
        return Tap.<TransactionResult<String>>passed(test + "after").stream()
                .filter(
                        result ->
                                result.elements().stream()
                                        .anyMatch(each -> early.contains(Long.valueOf(each.key()))))
                .map(result -> new Timestamps(parallelism).coordinator(result.id().value()))
                .distinct()
                .sorted()
                .toList();
    }

    private TransactionalGraph graph(boolean logged) {
        return logged
                ? graph().writeAheadLog(new FileLog(directory.resolve("log").toUri().toString()))
                : graph();
    }

    private static TransactionalGraph graph() {
        return TransactionalGraph.named("payments");
    }

    /** Each of two instances of the source holds back some, so that none ends too early. */
    private DataStream<Long> numbers(StreamExecutionEnvironment environment) {
        return environment
                .fromSource(
                        new GatedNumbers(
                                0,
                                COUNT,
                                new GatedNumbers.Gate(test, WAITING_FROM, EARLY),
                                new GatedNumbers.Gate(test, EARLY + WAITING_FROM, COUNT)),
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((number, time) -> number),
                        "numbers")
                .uid("numbers");
    }
}
