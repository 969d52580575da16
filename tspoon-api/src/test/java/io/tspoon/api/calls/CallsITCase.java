/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.calls;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.QueryablePath;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** Jobs that could be called, and are not. */
class CallsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 1_000;
    private static final int ACCOUNTS = 50;

    /** Checkpoints are only those that the test takes. */
    private static final Duration NEVER = Duration.ofHours(1);

    private static final ProcedureSpec<Transfer, Long> TRANSFER =
            ProcedureSpec.named("transfer", Transfer.class, Long.class);
    private static final ProcedureSpec<Long, Long> ADD =
            ProcedureSpec.named("add", Long.class, Long.class);

    @RegisterExtension final QueryablePath path = new QueryablePath();

    @TempDir Path directory;

    /** The streams of a t-graph end it, calls do not keep it. */
    @ParameterizedTest
    @EnumSource
    void jobEndsWithItsStreams(ConcurrencyControl control) throws Exception {
        StreamExecutionEnvironment environment = path.environment(2);
        TransactionalGraph graph =
                TransactionalGraph.named("bank").queryable().concurrencyControl(control);
        TransactionalStream<Transfer> called = graph.openCalls(environment, TRANSFER);
        TransactionalStream<Transfer> streamed =
                graph.openTransaction(
                        "streamed", Bank.transfers(environment, 0, COUNT, ACCOUNTS), Transfer::key);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        streamed.union(called)
                                .flatMap(Transfer::movements, Movement.class)
                                .keyBy(Movement::account)
                                .update(
                                        Bank.BALANCE,
                                        (balance, movement) -> balance + movement.amount())
                                .closeTransaction());

        Bank.checkComplete(results, 0, COUNT);
        Bank.replay(results, Map.of(), ACCOUNTS);
        assertThat(results).allMatch(result -> result.entrance().equals("streamed"));
    }

    /** Nothing precedes it but a source that gives nothing. Its savepoint fits. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void jobWithCallsOnlyRunsUntilItIsStopped(
            int parallelism, @InjectMiniCluster MiniCluster cluster) throws Exception {
        Snapshots snapshots = new Snapshots(cluster, directory);

        JobClient first = callsOnly(parallelism, EmbeddedFlink.checkpointing(NEVER));
        snapshots.checkpoint(first);
        String savepoint = snapshots.stop(first);
        Configuration restored = EmbeddedFlink.checkpointing(NEVER);
        restored.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        JobClient second = callsOnly(parallelism, restored);
        snapshots.checkpoint(second);

        EmbeddedFlink.cancel(second);
    }

    private JobClient callsOnly(int parallelism, Configuration configuration) throws Exception {
        StreamExecutionEnvironment environment = path.environment(parallelism, configuration);
        sums(environment).sinkTo(new DiscardingSink<>());
        return environment.executeAsync();
    }

    private static DataStream<TransactionResult<Long>> sums(
            StreamExecutionEnvironment environment) {
        return TransactionalGraph.named("bank")
                .queryable()
                .openCalls(environment, ADD)
                .keyBy(number -> number)
                .update(Numbers.sums("sum"), Long::sum)
                .closeTransaction();
    }

    /** What the t-graph emits is idle, so other streams go on. */
    @Test
    void eventTimeDoesNotWaitForCalls() throws Exception {
        String tap = UUID.randomUUID().toString();
        StreamExecutionEnvironment environment = path.environment(2);
        DataStream<Long> emitted = sums(environment).map(result -> 0L).returns(Types.LONG);
        DataStream<Long> timed =
                environment
                        .fromSequence(1, 5)
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Long>forMonotonousTimestamps()
                                        .withTimestampAssigner((number, before) -> number));
        Tap.open(
                timed.union(emitted)
                        .windowAll(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
                        .reduce(Long::sum),
                tap);

        JobClient job = environment.executeAsync();
        Tap.await(tap, 1, job.getJobExecutionResult());

        EmbeddedFlink.cancel(job);
    }

    /** Else it would share a thread with open. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void sourceThatGivesNothingIsInNoChain(int parallelism) {
        StreamExecutionEnvironment environment = path.environment(parallelism);
        sums(environment).sinkTo(new DiscardingSink<>());

        assertThat(environment.getStreamGraph().getJobGraph().getVertices())
                .filteredOn(vertex -> vertex.getName().contains("idle"))
                .singleElement()
                .satisfies(vertex -> assertThat(vertex.getName()).isEqualTo("Source: bank: idle"))
                .satisfies(vertex -> assertThat(vertex.getParallelism()).isEqualTo(1));
    }

    /** Where a stream comes, too, nothing else may keep the job from its end. */
    @Test
    void sourceThatGivesNothingIsThereForCallsOnly() {
        StreamExecutionEnvironment environment = path.environment(2);
        TransactionalGraph graph = TransactionalGraph.named("bank").queryable();
        TransactionalStream<Long> called = graph.openCalls(environment, ADD);
        TransactionalStream<Long> streamed =
                graph.openTransaction("streamed", environment.fromSequence(1, 2));

        TransactionalGraph.closeTransaction(called, streamed).sinkTo(new DiscardingSink<>());

        assertThat(environment.getStreamGraph().getStreamNodes())
                .noneMatch(node -> node.getOperatorName().contains("idle"));
    }
}
