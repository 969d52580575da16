/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.partitions;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.Faults;
import io.tspoon.testing.PacedNumbers;
import io.tspoon.testing.Ration;
import io.tspoon.testing.SeenResults;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
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

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** Partitions over savepoints, other parallelisms, and in a log. */
class PartitionRecoveryITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 9_000;
    private static final int BEFORE_STOP = COUNT / 6;
    private static final int PACE = 5_000;

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private Snapshots snapshots;

    @BeforeEach
    void placeSnapshots(@InjectMiniCluster MiniCluster cluster) {
        snapshots = new Snapshots(cluster, directory);
    }

    /** Two instances, then four, then one: records go where their partitions go. */
    @ParameterizedTest
    @EnumSource
    void savepointsKeepRecordsOverOtherParallelisms(Backend backend) throws Exception {
        String first = runAndStop(backend, 2, new Configuration(), test + "-first");
        String second = runAndStop(backend, 4, Snapshots.restoring(first), test + "-second");
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(1, backend, Snapshots.restoring(second));
        run(environment, test + "-third");
        Ration.open(test);
        environment.execute();

        List<TransactionResult<Long>> all = new ArrayList<>(Tap.passed(test + "-first"));
        all.addAll(Tap.passed(test + "-second"));
        all.addAll(Tap.passed(test + "-third"));
        Shelves.check(all, COUNT);
    }

    /** There is no checkpoint, so all that was shown comes out of the log. */
    @ParameterizedTest
    @CsvSource({
        "PL3, LOCK_BASED, HEAP",
        "PL3, TIMESTAMP_BASED, ROCKSDB",
        "PL4, LOCK_BASED, ROCKSDB",
        "PL4, TIMESTAMP_BASED, HEAP",
    })
    void whatTheLogHoldsIsTheOutcomeAfterACrash(
            IsolationLevel level, ConcurrencyControl control, Backend backend) throws Exception {
        Configuration withoutCheckpoints = EmbeddedFlink.recovering(Duration.ofHours(1));
        withoutCheckpoints.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, backend, withoutCheckpoints);
        DataStream<TransactionResult<Long>> results =
                Shelves.run(
                        TransactionalGraph.named("shelves")
                                .cacheCapacity(8)
                                .isolation(level)
                                .concurrencyControl(control)
                                .writeAheadLog(new FileLog(directory.resolve("log").toUri() + "")),
                        environment.fromSequence(0, COUNT - 1));
        Faults<TransactionResult<Long>> after = new Faults<>(test, 3_000, 2);
        Tap.open(results.map(after).returns(results.getType()), test);

        environment.execute();

        List<TransactionResult<Long>> shown = Tap.passed(test);
        Shelves.check(SeenResults.once(shown), COUNT);
        assertThat(Faults.failures(test)).isEqualTo(2);
        assertThat(shown).hasSizeGreaterThan(COUNT);
    }

    // ------------------------------------------------------------------ runs

    private String runAndStop(Backend backend, int parallelism, Configuration settings, String tap)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, backend, settings);
        run(environment, tap);
        Ration.grant(test, 2 * BEFORE_STOP);
        JobClient job = environment.executeAsync();
        Tap.await(tap, BEFORE_STOP, job.getJobExecutionResult());
        return snapshots.stop(job);
    }

    private void run(StreamExecutionEnvironment environment, String tap) {
        DataStream<Long> numbers =
                environment
                        .fromSource(
                                new PacedNumbers(COUNT, PACE, test),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .uid("numbers");
        TransactionalGraph graph = TransactionalGraph.named("shelves");
        Tap.open(Shelves.run(graph, numbers), tap);
    }
}
