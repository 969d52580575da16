/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.timers;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** Each timer fires once, whatever fails, and whatever number of instances goes on with it. */
class TimersRecoveryITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 4_000;
    private static final int EARLY = COUNT / 2;
    private static final int FAILURES = 3;
    private static final int SMALL_CACHE = 16;

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    @ParameterizedTest
    @CsvSource({
        "KEYS, PL2, TIMESTAMP_BASED, HEAP, false",
        "KEYS, PL3, LOCK_BASED, ROCKSDB, false",
        "KEYS, PL4, TIMESTAMP_BASED, HEAP, false",
        "KEYS, PL4, DETERMINISTIC, ROCKSDB, false",
        "KEYS, PL2, LOCK_BASED, ROCKSDB, true",
        "KEYS, PL3, TIMESTAMP_BASED, HEAP, true",
        "KEYS, PL4, LOCK_BASED, HEAP, true",
        "KEYS, PL4, TIMESTAMP_BASED, ROCKSDB, true",
        "KEYS, PL4, DETERMINISTIC, HEAP, true",
        "PARTITIONS, PL3, TIMESTAMP_BASED, ROCKSDB, false",
        "PARTITIONS, PL4, LOCK_BASED, HEAP, false",
        "PARTITIONS, PL3, LOCK_BASED, HEAP, true",
        "PARTITIONS, PL4, TIMESTAMP_BASED, ROCKSDB, true"
    })
    void eachFiresOnceThoughTasksFail(
            Timed timed,
            IsolationLevel level,
            ConcurrencyControl control,
            Backend backend,
            boolean logged)
            throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, backend, EmbeddedFlink.recovering(Duration.ofMillis(30)));
        TransactionalGraph graph = graph().isolation(level).concurrencyControl(control);
        if (logged) {
            graph = graph.writeAheadLog(new FileLog(directory.resolve("log").toUri().toString()));
        }
        DataStream<TransactionResult<Long>> results = timed.remind(graph, numbers(environment));
        ExactlyOnceSink.collect(
                results.map(new Faults<>(test, COUNT / 3, FAILURES)).returns(results.getType()),
                test);
        GatedNumbers.open(test);

        environment.execute();

        assertThat(Faults.failures(test)).isEqualTo(FAILURES);
        timed.check(ExactlyOnceSink.received(test), COUNT);
    }

    @ParameterizedTest(name = "{0}, {1}, parallelism 2 to {2}")
    @CsvSource({"KEYS, HEAP, 4", "KEYS, ROCKSDB, 1", "PARTITIONS, ROCKSDB, 4"})
    void timersMoveWithTheirKeys(
            Timed timed, Backend backend, int parallelism, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        Snapshots snapshots = new Snapshots(cluster, directory);
        StreamExecutionEnvironment first =
                EmbeddedFlink.environment(2, backend, new Configuration());
        Tap.open(timed.remind(graph(), numbers(first)), test + "before");
        JobClient job = first.executeAsync();
        Tap.await(test + "before", EARLY, job.getJobExecutionResult());
        Configuration restoring = new Configuration();
        restoring.set(StateRecoveryOptions.SAVEPOINT_PATH, snapshots.stop(job));

        StreamExecutionEnvironment second =
                EmbeddedFlink.environment(parallelism, backend, restoring);
        Tap.open(timed.remind(graph(), numbers(second)), test + "after");
        GatedNumbers.open(test);
        second.execute();

        List<TransactionResult<Long>> all = new ArrayList<>(Tap.passed(test + "before"));
        assertThat(all).hasSizeBetween(EARLY, COUNT);
        all.addAll(Tap.passed(test + "after"));
        timed.check(all, COUNT);
    }

    private static TransactionalGraph graph() {
        return TransactionalGraph.named("reminders").cacheCapacity(SMALL_CACHE);
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
                        Reminders.time(),
                        "numbers")
                .uid("numbers");
    }
}
