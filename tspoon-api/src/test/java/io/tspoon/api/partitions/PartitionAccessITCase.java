/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.partitions;

import io.tspoon.api.Partition;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.SerialReplay;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How partitioned states are accessed, beside procedures and wrongly. */
class PartitionAccessITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 3_000;
    private static final int PARTITIONS = 4;
    private static final int KEYS = 40;

    private static final StateSpec<Long, Long> COUNTS =
            StateSpec.named("counts", Long.class, Long.class)
                    .initialValue(0L)
                    .constraint("at most 45", value -> value <= 45)
                    .partitionedBy(key -> (int) (key % PARTITIONS), Integer.class);

    private static final StateSpec<Integer, Long> TOTALS =
            StateSpec.named("totals", Integer.class, Long.class)
                    .initialValue(0L)
                    .partitionedBy(partition -> partition, Integer.class);

    private static final StateSpec<Long, Long> OWN =
            Numbers.sums("own").partitionedBy(key -> key, Long.class);
    private static final StateSpec<Long, Long> OTHER =
            Numbers.sums("other").partitionedBy(key -> key, Long.class);

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();

    /** Procedures, updates and reads of single keys meet in one operator. */
    @Test
    void singleKeysAreAccessedBesideProcedures() throws Exception {
        TransactionalStream<Long> opened =
                TransactionalGraph.named("counted")
                        .openTransaction(
                                EmbeddedFlink.environment(2).fromSequence(0, COUNT - 1),
                                number -> Long.toString(number));
        TransactionalStream<Long> counted = counted(opened.filter(number -> number % 3 == 0));
        TransactionalStream<Long> updated =
                opened.filter(number -> number % 3 == 1)
                        .keyBy(number -> number % KEYS)
                        .update(COUNTS, (count, number) -> count + 1);
        TransactionalStream<Long> read =
                opened.filter(number -> number % 3 == 2)
                        .keyBy(number -> (int) (number % PARTITIONS))
                        .read(TOTALS, (total, number) -> total, Long.class);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(TransactionalGraph.closeTransaction(counted, updated, read));

        assertThat(results).hasSize(COUNT);
        assertThat(results).anyMatch(TransactionResult::isAborted);
        SerialReplay.of(
                results,
                (key, view) -> {
                    long number = Long.parseLong(key);
                    int partition = (int) (number % PARTITIONS);
                    if (number % 3 == 2) {
                        view.emit(view.read(TOTALS, partition));
                        return;
                    }
                    long counts = number % KEYS;
                    long count = view.write(COUNTS, counts, view.read(COUNTS, counts) + 1);
                    if (number % 3 == 1) {
                        view.emit(count);
                    } else {
                        view.emit(
                                view.write(
                                        TOTALS, partition, view.read(TOTALS, partition) + count));
                    }
                });
        assertThat(results)
                .flatExtracting(TransactionResult::reasons)
                .extracting(AbortReason::operator)
                .containsOnly("counts");
    }

    private static TransactionalStream<Long> counted(TransactionalStream<Long> numbers) {
        return numbers.partitionBy(number -> (int) (number % PARTITIONS), Types.INT)
                .procedure(
                        (partition, number, transaction) -> {
                            ValueAccess<Long> count = partition.of(COUNTS, number % KEYS);
                            count.set(count.get() + 1);
                            ValueAccess<Long> total =
                                    partition.of(TOTALS, (int) (number % PARTITIONS));
                            total.set(total.get() + count.get());
                            transaction.emit(total.get());
                        },
                        Long.class,
                        COUNTS,
                        TOTALS);
    }

    /** A partition is loaded before the first transaction, as any state is. */
    @ParameterizedTest
    @EnumSource
    void partitionedStateIsLoaded(Backend backend) throws Exception {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, backend, new Configuration());
        DataStream<Long> keys = environment.fromSequence(0, KEYS - 1);
        TransactionalStream<Long> opened =
                TransactionalGraph.named("counted")
                        .load(COUNTS, keys, key -> key, key -> key)
                        .openTransaction(environment.fromSequence(0, KEYS - 1));

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        opened.keyBy(number -> number)
                                .update(COUNTS, (count, number) -> count + 1)
                                .closeTransaction());

        assertThat(results).filteredOn(TransactionResult::isCommitted).hasSize(KEYS);
        assertThat(results)
                .allSatisfy(
                        result ->
                                COUNTS.updatesIn(result)
                                        .forEach(
                                                (key, count) ->
                                                        assertThat(count).isEqualTo(1 + key)));
    }

    /** At PL4, with one source, results are those of one order. */
    @Test
    void partitionOfOneKeyGivesWhatSameKeyGives() throws Exception {
        List<TransactionResult<Long>> inPartitions =
                EmbeddedFlink.collect(
                        numbers()
                                .partitionBy(number -> number % KEYS, Types.LONG)
                                .procedure(
                                        (partition, number, transaction) -> {
                                            long key = number % KEYS;
                                            ValueAccess<Long> own = partition.of(OWN, key);
                                            own.set(own.get() + number);
                                            ValueAccess<Long> other = partition.of(OTHER, key);
                                            other.set(other.get() + own.get() % 7);
                                            transaction.emit(other.get());
                                        },
                                        Long.class,
                                        OWN,
                                        OTHER)
                                .closeTransaction());
        List<TransactionResult<Long>> ofSameKey =
                EmbeddedFlink.collect(
                        numbers()
                                .keyBy(number -> number % KEYS)
                                .update(Numbers.sums("own"), Long::sum)
                                .sameKey()
                                .update(Numbers.sums("other"), (other, own) -> other + own % 7)
                                .closeTransaction());

        assertThat(inPartitions).hasSize(COUNT);
        assertThat(outcomes(inPartitions)).isEqualTo(outcomes(ofSameKey));
    }

    private static TransactionalStream<Long> numbers() {
        return TransactionalGraph.named("numbers")
                .isolation(IsolationLevel.PL4)
                .openTransaction(
                        EmbeddedFlink.environment(1).fromSequence(0, COUNT - 1),
                        number -> Long.toString(number));
    }

    private static Map<String, List<?>> outcomes(List<TransactionResult<Long>> results) {
        return results.stream()
                .collect(
                        Collectors.toMap(
                                TransactionResult::key,
                                result -> List.of(result.updates(), result.emitted())));
    }

    // ------------------------------------------------------------------ misuse

    @Test
    void keyOfAnotherPartitionFailsTheJob() {
        assertFails(partition -> partition.of(COUNTS, 5L))
                .hasStackTraceContaining(
                        "[TSP-2235] Cannot access record: it belongs to another partition,"
                                + " state=counts, key=5, partition=1, own=0. A function comes to");
    }

    @Test
    void stateThatWasNotGivenFailsTheJob() {
        assertFails(partition -> partition.of(Shelves.LABELS, "1@0"))
                .hasStackTraceContaining(
                        "[TSP-1305] Cannot access state: the procedure was not given it,"
                                + " state=labels, given=[counts, totals]. Name it in procedure");
    }

    /** Values would be where nobody looks for them. */
    @ParameterizedTest
    @EnumSource
    void otherPartitionsThanInTheSnapshotAreRefused(
            Backend backend, @InjectMiniCluster MiniCluster cluster) throws Exception {
        JobClient job = start(backend, new Configuration(), COUNTS);
        Tap.await(test, KEYS, job.getJobExecutionResult());
        Configuration restoring = Snapshots.restoring(new Snapshots(cluster, directory).stop(job));
        StateSpec<Long, Long> otherwise =
                COUNTS.partitionedBy(key -> (int) (key % PARTITIONS / 2), Integer.class);

        JobClient restored = start(backend, restoring, otherwise);

        assertThatThrownBy(() -> restored.getJobExecutionResult().get())
                .hasStackTraceContaining(
                        "[TSP-2234] Cannot use partition: the key belongs to another one now than"
                                + " when it was written")
                .hasStackTraceContaining("give the state another name, and fill it");
    }

    private JobClient start(Backend backend, Configuration settings, StateSpec<Long, Long> counts)
            throws Exception {
        settings.addAll(EmbeddedFlink.checkpointing(Duration.ofHours(1)));
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2, backend, settings);
        Tap.open(
                TransactionalGraph.named("counted")
                        .openTransaction(
                                environment.fromSequence(0, Long.MAX_VALUE - 1).uid("numbers"))
                        .keyBy(number -> number % KEYS)
                        .apply(
                                counts,
                                (count, number, transaction) -> count.set(number % 40),
                                Long.class)
                        .closeTransaction(),
                test);
        return environment.executeAsync();
    }

    /** A procedure in partition 0. */
    private interface Reach extends Serializable {
        void reach(Partition partition);
    }

    private static AbstractThrowableAssert<?, ?> assertFails(Reach reach) {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        DataStream<TransactionResult<Long>> results =
                TransactionalGraph.named("counted")
                        .openTransaction(environment.fromSequence(1, 1))
                        .partitionBy(number -> 0, Types.INT)
                        .procedure(
                                (partition, number, transaction) -> reach.reach(partition),
                                Long.class,
                                COUNTS,
                                TOTALS)
                        .closeTransaction();
        return assertThatThrownBy(() -> EmbeddedFlink.collect(results));
    }
}
