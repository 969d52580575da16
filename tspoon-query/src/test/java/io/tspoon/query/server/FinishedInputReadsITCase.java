/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Snapshots;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.TransactionResult;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A job whose input is over, or that is stopped, waits for its last snapshot, and Flink's timers
 * stand still: whoever scans then must not wait for them.
 */
class FinishedInputReadsITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();
    @TempDir static Path directory;

    private static final int ACCOUNTS = 100_000;
    private static final int TRANSFERS = 200_000;
    private static final int SCANS = 5;

    private static final AtomicLong RESULTS = new AtomicLong();
    private static volatile CountDownLatch snapshot = new CountDownLatch(1);

    /** A snapshot with so many results does not end before the job. */
    private static final class HeldSnapshot<T> implements MapFunction<T, T>, CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        @Override
        public T map(T element) {
            RESULTS.incrementAndGet();
            return element;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws InterruptedException {
            if (RESULTS.get() >= TRANSFERS) {
                snapshot.countDown();
                new CountDownLatch(1).await();
            }
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {}
    }

    @BeforeEach
    void begin() {
        RESULTS.set(0);
        snapshot = new CountDownLatch(1);
    }

    @Test
    void scansGoOnWhileAJobEnds() throws Exception {
        int port = Ports.free();
        JobClient job =
                start(port, environment -> Bank.transfers(environment, 0, TRANSFERS, ACCOUNTS));
        try {
            scanWhileTheSnapshotIsTaken(port);
        } finally {
            EmbeddedFlink.cancel(job);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void scansGoOnWhileAJobIsStopped(boolean drain, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        int port = Ports.free();
        JobClient job =
                start(
                        port,
                        environment ->
                                Bank.pacedTransfers(
                                        environment, 1_000_000_000L, TRANSFERS, ACCOUNTS));
        try {
            Await.until("results", () -> RESULTS.get() >= TRANSFERS);
            var unused = new Snapshots(cluster, directory).stopping(job, drain);
            scanWhileTheSnapshotIsTaken(port);
        } finally {
            EmbeddedFlink.cancel(job);
        }
    }

    private static void scanWhileTheSnapshotIsTaken(int port) throws Exception {
        assertThat(snapshot.await(3, TimeUnit.MINUTES)).isTrue();
        Http http = new Http("http://127.0.0.1:" + port);
        for (int i = 0; i < SCANS; i++) {
            JsonNode totals = totals(http);
            assertThat(totals.path("n").asLong()).isGreaterThan(ACCOUNTS / 2);
            assertThat(totals.path("sum").asLong())
                    .isEqualTo(totals.path("n").asLong() * Bank.OPENING);
        }
    }

    private static JsonNode totals(Http http) throws Exception {
        Answer answer =
                http.post(
                        "/v1/graphs/bank/states/account_balance/aggregate",
                        "{'compute':{'n':{'count':true},'sum':{'sum':'/value'}}}");
        assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
        return answer.json().path("values");
    }

    private static JobClient start(
            int port, Function<StreamExecutionEnvironment, DataStream<Transfer>> source)
            throws Exception {
        Configuration options = EmbeddedFlink.checkpointing(Duration.ofHours(1));
        options.setString("tspoon.query.port", Integer.toString(port));
        options.setString("tspoon.query.timeout", "50 s");
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, EmbeddedFlink.Backend.HEAP, options);
        DataStream<TransactionResult<Long>> results =
                TransactionalGraph.named("bank")
                        .queryable()
                        .openTransaction(source.apply(environment), Transfer::key)
                        .flatMap(Transfer::movements, Movement.class)
                        .keyBy(Movement::account)
                        .update(
                                Bank.BALANCE,
                                (Long balance, Movement movement) -> balance + movement.amount())
                        .closeTransaction();
        results.map(new HeldSnapshot<>())
                .returns(results.getType())
                .disableChaining()
                .sinkTo(new DiscardingSink<>());
        return environment.executeAsync();
    }
}
