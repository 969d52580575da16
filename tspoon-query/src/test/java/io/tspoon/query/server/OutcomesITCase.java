/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.QueryFailureReason;
import io.tspoon.query.client.QueryResult;
import io.tspoon.query.client.TransactionOutcome;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.GatedNumbers.Gate;
import io.tspoon.testing.Numbers;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;

/** Who has sent an element asks by its key what became of it. */
class OutcomesITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    private static final StateSpec<Long, Long> SUM = Numbers.sums("sum");
    private static final int COUNT = 20;
    private static final int LATER = 10;
    private static final long REFUSED = 5;
    private static final String PATH = "/v1/graphs/sums/transactions/";

    private final String gate = UUID.randomUUID().toString();
    private int port;
    private Http http;
    private JobClient job;

    @BeforeEach
    void findPort() throws IOException {
        port = Ports.free();
        http = new Http("http://127.0.0.1:" + port);
    }

    @AfterEach
    void cancel() throws Exception {
        EmbeddedFlink.cancel(job);
    }

    @Test
    void outcomeIsFoundByEntranceAndKey() throws Exception {
        start(Duration.ofMinutes(5));

        Answer committed = get("3?entrance=numbers&waitMs=20000");
        assertThat(committed.status()).isEqualTo(200);
        assertThat(committed.json().path("outcome").asText()).isEqualTo("COMMITTED");
        assertThat(committed.json().path("entrance").asText()).isEqualTo("numbers");
        assertThat(committed.json().path("key").asText()).isEqualTo("3");
        assertThat(committed.json().path("attempts").asInt()).isPositive();
        assertThat(committed.json().path("reasons")).isEmpty();
        Answer aborted = get(REFUSED + "?entrance=numbers&waitMs=20000");
        assertThat(aborted.json().path("outcome").asText()).isEqualTo("ABORTED");
        assertThat(aborted.json().path("reasons").get(0).path("rule").asText())
                .isEqualTo("refused");
        Answer other = get(REFUSED + "?entrance=others&waitMs=20000");
        assertThat(other.json().path("outcome").asText()).isEqualTo("COMMITTED");
        assertThat(other.json().path("id")).isNotEqualTo(aborted.json().path("id"));
        assertUnknown("99?entrance=numbers");
        assertUnknown("3");
        assertThat(get("3?waitMs=-1").json().path("code").asText()).isEqualTo("TSP-4025");
        assertThat(get("3?wait=1").json().path("reason").asText()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void whoWaitsIsToldWhenItHasEnded() throws Exception {
        start(Duration.ofMinutes(5));
        assertThat(get("1?entrance=numbers&waitMs=20000").status()).isEqualTo(200);
        QueryClient client = QueryClient.to(URI.create("http://127.0.0.1:" + port)).build();

        CompletableFuture<QueryResult<TransactionOutcome>> waiting =
                client.graph("sums")
                        .transactionAsync("numbers", "" + (LATER + 1), Duration.ofSeconds(20));
        assertUnknown((LATER + 1) + "?entrance=numbers");
        assertThat(waiting).isNotDone();
        GatedNumbers.open(gate);

        TransactionOutcome outcome = waiting.get().orElseThrow();
        assertThat(outcome.isCommitted()).isTrue();
        assertThat(outcome.key()).isEqualTo("" + (LATER + 1));
        QueryResult<TransactionOutcome> unknown =
                client.graph("sums").transaction("numbers", "99", Duration.ZERO);
        assertThat(unknown)
                .isInstanceOfSatisfying(
                        QueryResult.Failure.class,
                        failure ->
                                assertThat(failure.reason())
                                        .isEqualTo(QueryFailureReason.UNKNOWN_TRANSACTION));
    }

    @Test
    void nobodyCanAskIfNothingIsRetained() throws Exception {
        start(Duration.ZERO);

        Answer answer = get("3?entrance=numbers");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("code").asText()).isEqualTo("TSP-4121");
    }

    private void assertUnknown(String path) throws Exception {
        Answer answer = get(path);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().path("reason").asText()).isEqualTo("UNKNOWN_TRANSACTION");
    }

    private Answer get(String path) throws Exception {
        Await.until("a t-graph that is ready", this::isReady);
        return http.get(PATH + path);
    }

    private boolean isReady() throws Exception {
        try {
            return http.get("/v1/graphs/sums").json().path("health").asText().equals("READY");
        } catch (IOException e) {
            return false; // there is no server yet
        }
    }

    /** The second half of the numbers waits for a gate, and the last one for ever. */
    private void start(Duration retention) throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", Integer.toString(port));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, EmbeddedFlink.Backend.HEAP, options);
        DataStream<Long> numbers =
                environment.fromSource(
                        new GatedNumbers(
                                0,
                                COUNT,
                                new Gate(gate, LATER, COUNT - 2),
                                new Gate(gate + " end", COUNT - 1, COUNT)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers");
        TransactionalGraph graph =
                TransactionalGraph.named("sums").queryable().outcomeRetention(retention);
        TransactionalStream<Long> sums =
                graph.openTransaction("numbers", numbers, number -> "" + number)
                        .process(
                                (number, transaction, out) -> {
                                    if (number == REFUSED) {
                                        transaction.abort("refused");
                                    }
                                    out.collect(number);
                                },
                                Long.class)
                        .keyBy(number -> number % 3)
                        .update(SUM, Long::sum);
        TransactionalStream<Long> others =
                graph.openTransaction(
                                "others", environment.fromSequence(0, LATER), number -> "" + number)
                        .keyBy(number -> number % 3)
                        .update(SUM, Long::sum);
        TransactionalGraph.closeTransaction(sums, others).sinkTo(new DiscardingSink<>());
        job = environment.executeAsync();
    }
}
