/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.windows;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
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
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InMemoryReporter;
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
import java.util.List;
import java.util.Objects;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** Windows over failures, in a log, and over savepoints and other parallelisms. */
class WindowsITCase {
    private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension FLINK =
            EmbeddedFlink.cluster(REPORTER.addToConfiguration(new Configuration()));

    private static final int COUNT = 4_000;

    /** Those that are rationed, so that a savepoint finds some left. */
    private static final int RATIONED = 9_000;

    private static final int BEFORE_STOP = RATIONED / 6;
    private static final int PACE = 5_000;

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    @ParameterizedTest(name = "{0} {1}, parallelism {2}, object reuse {3}, {4}")
    @CsvSource({
        "PL3, LOCK_BASED, 2, false, ROCKSDB",
        "PL3, TIMESTAMP_BASED, 4, true, HEAP",
        "PL4, LOCK_BASED, 1, true, ROCKSDB",
        "PL4, TIMESTAMP_BASED, 2, false, HEAP",
    })
    void failuresLoseAndRepeatNothing(
            IsolationLevel level,
            ConcurrencyControl control,
            int parallelism,
            boolean objectReuse,
            Backend backend)
            throws Exception {
        Combination combination =
                new Combination(level, control, parallelism, objectReuse, backend);
        StreamExecutionEnvironment environment =
                combination.environment(EmbeddedFlink.recovering(Duration.ofMillis(30)));
        Faults<Long> before = new Faults<>(test + "-before", 1_000, 2);
        Faults<TransactionResult<String>> after = new Faults<>(test + "-after", 1_500, 2);
        DataStream<TransactionResult<String>> results =
                Polls.run(
                        combination.graph("polls"),
                        environment.fromSequence(0, COUNT - 1).map(before));
        ExactlyOnceSink.collect(results.map(after).returns(results.getType()), test);

        long countedBefore = lateElements();
        environment.execute();

        long late = Polls.check(ExactlyOnceSink.received(test), COUNT);
        assertThat(lateElements() - countedBefore).isGreaterThanOrEqualTo(late);
        assertThat(Faults.failures(test + "-before")).isEqualTo(2);
        assertThat(Faults.failures(test + "-after")).isEqualTo(2);
    }

    /** There is no checkpoint, so all that was shown comes out of the log, in any order. */
    @ParameterizedTest
    @CsvSource({"PL3, TIMESTAMP_BASED, HEAP", "PL4, LOCK_BASED, ROCKSDB"})
    void whatTheLogHoldsIsTheOutcomeAfterACrash(
            IsolationLevel level, ConcurrencyControl control, Backend backend) throws Exception {
        Configuration withoutCheckpoints = EmbeddedFlink.recovering(Duration.ofHours(1));
        withoutCheckpoints.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, backend, withoutCheckpoints);
        DataStream<TransactionResult<String>> results =
                Polls.run(
                        TransactionalGraph.named("polls")
                                .isolation(level)
                                .concurrencyControl(control)
                                .writeAheadLog(new FileLog(directory.resolve("log").toUri() + "")),
                        environment.fromSequence(0, COUNT - 1));
        Faults<TransactionResult<String>> after = new Faults<>(test, 1_500, 2);
        Tap.open(results.map(after).returns(results.getType()), test);

        environment.execute();

        Polls.check(SeenResults.once(Tap.passed(test)), COUNT);
        assertThat(Faults.failures(test)).isEqualTo(2);
    }

    /** Two instances, then four, then one: windows go where their partitions go. */
    @Test
    void savepointsKeepWindowsOverOtherParallelisms(@InjectMiniCluster MiniCluster cluster)
            throws Exception {
        Snapshots snapshots = new Snapshots(cluster, directory);
        List<TransactionResult<String>> all = new ArrayList<>();
        Configuration settings = new Configuration();
        for (int parallelism : new int[] {2, 4, 1}) {
            String tap = test + "-" + parallelism;
            boolean last = parallelism == 1;
            StreamExecutionEnvironment environment =
                    EmbeddedFlink.environment(parallelism, Backend.ROCKSDB, settings);
            DataStream<Long> numbers =
                    environment
                            .fromSource(
                                    new PacedNumbers(RATIONED, PACE, test),
                                    WatermarkStrategy.noWatermarks(),
                                    "numbers")
                            .uid("numbers");
            Tap.open(Polls.run(TransactionalGraph.named("polls"), numbers), tap);
            if (last) {
                Ration.open(test);
                environment.execute();
            } else {
                Ration.grant(test, 2 * BEFORE_STOP);
                JobClient job = environment.executeAsync();
                Tap.await(tap, BEFORE_STOP, job.getJobExecutionResult());
                settings = Snapshots.restoring(snapshots.stop(job));
            }
            all.addAll(Tap.passed(tap));
        }
        Polls.check(all, RATIONED);
    }

    /** As reported, of all attempts of all jobs so far. */
    private static long lateElements() {
        return REPORTER.getMetricsByGroup().values().stream()
                .map(metrics -> metrics.get("lateElements"))
                .filter(Objects::nonNull)
                .mapToLong(metric -> ((Counter) metric).getCount())
                .sum();
    }
}
