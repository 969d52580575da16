/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.transact;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.transact.SmallBank.Command;
import io.tspoon.api.transact.SmallBank.Receipt;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.PacedNumbers;
import io.tspoon.testing.Ration;
import io.tspoon.testing.SeenResults;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** Failures, savepoints, logs and silent inputs while functions of several keys run. */
class TransactRecoveryITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 12_000;
    private static final int BEFORE_STOP = COUNT / 6;
    private static final int PACE = 5_000;

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private Snapshots snapshots;

    @BeforeEach
    void placeSnapshots(@InjectMiniCluster MiniCluster cluster) {
        snapshots = new Snapshots(cluster, directory);
    }

    /** Also in a function, when it has got its values. */
    @ParameterizedTest(name = "{0} {1}, parallelism {2}, {3}")
    @CsvSource({
        "PL3, LOCK_BASED, 2, ROCKSDB",
        "PL4, TIMESTAMP_BASED, 4, HEAP",
        "PL4, DETERMINISTIC, 2, HEAP",
        "PL4, DETERMINISTIC, 4, ROCKSDB",
    })
    void failuresLoseAndRepeatNothing(
            IsolationLevel level, ConcurrencyControl control, int parallelism, Backend backend)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        parallelism, backend, EmbeddedFlink.recovering(Duration.ofMillis(30)));
        Faults<Long> before = new Faults<>(test + "-before", 3_000, 2);
        Faults<Command> inside = new Faults<>(test + "-inside", 5_000, 2);
        Faults<TransactionResult<Receipt>> after = new Faults<>(test + "-after", 4_000, 2);
        DataStream<TransactionResult<Receipt>> results =
                new Combination(level, control, parallelism, false, backend)
                        .graph("bank")
                        .openTransaction(
                                environment
                                        .fromSequence(0, COUNT - 1)
                                        .map(before)
                                        .map(Command::of)
                                        .returns(Command.class),
                                command -> Long.toString(command.number()))
                        .transact(
                                List.of(SmallBank.CHECKED, SmallBank.SAVED),
                                (command, at, transaction) -> {
                                    SmallBank.execute(command, at, transaction);
                                    inside.pass();
                                },
                                Receipt.class)
                        .closeTransaction();
        ExactlyOnceSink.collect(results.map(after).returns(results.getType()), test);

        environment.execute();

        SmallBank.check(ExactlyOnceSink.received(test), COUNT);
        assertThat(Faults.failures(test + "-before")).isEqualTo(2);
        assertThat(Faults.failures(test + "-inside")).isEqualTo(2);
        assertThat(Faults.failures(test + "-after")).isEqualTo(2);
    }

    /** Two instances, then four, then one. */
    @ParameterizedTest
    @EnumSource
    void savepointsKeepWhatWasWrittenOverOtherParallelisms(ConcurrencyControl control)
            throws Exception {
        String first = runAndStop(control, 2, new Configuration(), test + "-first");
        String second = runAndStop(control, 4, Snapshots.restoring(first), test + "-second");
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(1, Backend.HEAP, Snapshots.restoring(second));
        run(environment, graph(control), test + "-third");
        Ration.open(test);
        environment.execute();

        List<TransactionResult<Receipt>> all = new ArrayList<>(Tap.passed(test + "-first"));
        all.addAll(Tap.passed(test + "-second"));
        all.addAll(Tap.passed(test + "-third"));
        SmallBank.check(all, COUNT);
    }

    /** There is no checkpoint, so all that was shown comes out of the log. */
    @ParameterizedTest
    @EnumSource(names = {"LOCK_BASED", "TIMESTAMP_BASED"})
    void whatTheLogHoldsIsTheOutcomeAfterACrash(ConcurrencyControl control) throws Exception {
        Configuration withoutCheckpoints = EmbeddedFlink.recovering(Duration.ofHours(1));
        withoutCheckpoints.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, Backend.HEAP, withoutCheckpoints);
        DataStream<TransactionResult<Receipt>> results =
                SmallBank.run(
                        graph(control)
                                .writeAheadLog(new FileLog(directory.resolve("log").toUri() + "")),
                        environment.fromSequence(0, COUNT - 1));
        Faults<TransactionResult<Receipt>> after = new Faults<>(test, 4_000, 2);
        Tap.open(results.map(after).returns(results.getType()), test);

        environment.execute();

        List<TransactionResult<Receipt>> shown = Tap.passed(test);
        SmallBank.check(SeenResults.once(shown), COUNT);
        assertThat(Faults.failures(test)).isEqualTo(2);
        assertThat(shown).hasSizeGreaterThan(COUNT);
    }

    /** The first instance of the source says nothing until the others are through. */
    @ParameterizedTest
    @MethodSource("io.tspoon.api.transact.Some#combinations")
    void silentInputHoldsNobodyUp(Combination combination) throws Exception {
        int count = 2_000;
        int share = count / combination.parallelism();
        StreamExecutionEnvironment environment = combination.environment();
        GatedNumbers numbers = new GatedNumbers(0, count, new GatedNumbers.Gate(test, 0, share));
        Tap.open(
                SmallBank.run(
                        combination.graph("bank"),
                        environment.fromSource(
                                numbers, WatermarkStrategy.noWatermarks(), "numbers")),
                test);
        JobClient job = environment.executeAsync();

        Tap.await(test, count - share, job.getJobExecutionResult());
        GatedNumbers.open(test);
        job.getJobExecutionResult().get();

        SmallBank.check(Tap.passed(test), count);
    }

    // ------------------------------------------------------------------ runs

    private static TransactionalGraph graph(ConcurrencyControl control) {
        return TransactionalGraph.named("bank")
                .isolation(IsolationLevel.PL4)
                .concurrencyControl(control);
    }

    private String runAndStop(
            ConcurrencyControl control, int parallelism, Configuration settings, String tap)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, Backend.HEAP, settings);
        run(environment, graph(control), tap);
        Ration.grant(test, 2 * BEFORE_STOP);
        JobClient job = environment.executeAsync();
        Tap.await(tap, BEFORE_STOP, job.getJobExecutionResult());
        return snapshots.stop(job);
    }

    private void run(StreamExecutionEnvironment environment, TransactionalGraph graph, String tap) {
        Source<Long, ?, ?> numbers = new PacedNumbers(COUNT, PACE, test);
        Tap.open(
                SmallBank.run(
                        graph,
                        environment
                                .fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
                                .uid("numbers")),
                tap);
    }
}
