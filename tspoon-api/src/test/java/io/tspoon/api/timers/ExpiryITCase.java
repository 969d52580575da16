/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.timers;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** Values that are not written any more are deleted, each by a transaction. */
class ExpiryITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 20_000;
    private static final int KEYS = 5_000;
    private static final int PARTITIONS = 50;
    private static final Duration LIFE = Duration.ofMillis(300);

    /** The value is when it was written, by the clock of who has written it. */
    private static final StateSpec<Long, Long> WRITTEN =
            StateSpec.named("written", Long.class, Long.class).expireAfter(LIFE);

    private static final StateSpec<Long, Long> PARTITIONED =
            WRITTEN.partitionedBy(key -> (int) (key % PARTITIONS), Integer.class);

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    @ParameterizedTest
    @CsvSource({
        "KEYS, PL3, TIMESTAMP_BASED, HEAP, false",
        "KEYS, PL1, LOCK_BASED, ROCKSDB, false",
        "KEYS, PL4, DETERMINISTIC, HEAP, false",
        "KEYS, PL4, TIMESTAMP_BASED, HEAP, true",
        "PARTITIONS, PL3, TIMESTAMP_BASED, ROCKSDB, false",
        "PARTITIONS, PL4, LOCK_BASED, HEAP, true"
    })
    void valuesExpireWhileTransactionsRun(
            Timed timed,
            IsolationLevel level,
            ConcurrencyControl control,
            Backend backend,
            boolean logged)
            throws Exception {
        Combination combination = new Combination(level, control, 2, false, backend);
        StreamExecutionEnvironment environment = combination.environment();
        TransactionalGraph graph = combination.graph("expiry").cacheCapacity(KEYS / 4);
        if (logged) {
            graph = graph.writeAheadLog(new FileLog(directory.resolve("log").toUri().toString()));
        }
        DataStream<TransactionResult<Long>> results =
                graph.openTransaction("numbers", numbers(environment), n -> Long.toString(n))
                        .keyBy(number -> number % KEYS)
                        .write(
                                timed == Timed.KEYS ? WRITTEN : PARTITIONED,
                                number -> System.currentTimeMillis())
                        .closeTransaction();
        Tap.open(Tap.through(results, test + "at").map(new Times()), test);
        JobClient job = environment.executeAsync();

        int passed = COUNT + KEYS - 1;
        List<TransactionResult<Long>> seen;
        do {
            Tap.await(test + "at", passed + 1, job.getJobExecutionResult());
            seen = Tap.passed(test + "at");
            passed = seen.size();
        } while (!replay(seen).isEmpty());
        GatedNumbers.open(test);
        job.getJobExecutionResult().get();

        assertThat(Tap.<Long>passed(test))
                .as("milliseconds too early")
                .allSatisfy(early -> assertThat(early).isNotPositive());
    }

    /** The values that are left, by key. Deletes nothing that was not there. */
    private static Map<Object, Object> replay(List<TransactionResult<Long>> results) {
        Map<Object, Object> left = new HashMap<>();
        results.stream()
                .sorted(Comparator.comparing(TransactionResult::timestamp))
                .forEach(
                        result -> {
                            assertThat(result.updates()).as("%s", result).hasSize(1);
                            StateUpdate update = result.updates().get(0);
                            if (update.value() == null) {
                                assertThat(result.entrance()).isEqualTo("timers");
                                assertThat(left.remove(update.key())).as("%s", result).isNotNull();
                            } else {
                                left.put(update.key(), update.value());
                            }
                        });
        return left;
    }

    /** How long before its time a value has expired: by what its key had before. */
    private static final class Times implements MapFunction<TransactionResult<Long>, Long> {
        private static final long serialVersionUID = 1L;

        private final Map<Object, Long> written = new HashMap<>();

        @Override
        public Long map(TransactionResult<Long> result) {
            StateUpdate update = result.updates().get(0);
            if (update.value() != null) {
                written.put(update.key(), (Long) update.value());
                return 0L;
            }
            Long since = written.get(update.key());
            return since == null ? 0L : since + LIFE.toMillis() - System.currentTimeMillis();
        }
    }

    /** The last one comes when the test wants it: until then time goes on. */
    private DataStream<Long> numbers(StreamExecutionEnvironment environment) {
        return environment
                .fromSource(
                        new GatedNumbers(
                                0, COUNT + 1, new GatedNumbers.Gate(test, COUNT, COUNT + 1)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .setParallelism(1)
                .rebalance();
    }
}
