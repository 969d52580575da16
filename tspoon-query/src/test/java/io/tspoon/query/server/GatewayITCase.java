/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.testing.Transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import static org.apache.flink.api.common.JobStatus.RESTARTING;
import static org.assertj.core.api.Assertions.assertThat;

/** A gateway that is pointed at Flink's REST address, beside jobs that have done their work. */
class GatewayITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    private static final int PARALLELISM = 2;
    private static final int ACCOUNTS = 20;
    private static final int TRANSFERS = 200;
    private static final String BALANCE = "/v1/graphs/bank/states/account_balance";
    private static final String SUM = "{'compute':{'n':{'count':true},'sum':{'sum':'/value'}}}";

    /** What differs from one answer to the next. */
    private static final Set<String> OF_THE_MOMENT =
            Set.of("timestamp", "timeMs", "nextPageToken", "stableLagMs", "keyGroups");

    private final String gate = UUID.randomUUID().toString();
    private final List<Job> jobs = new ArrayList<>();
    private Gateway gateway;
    private Http http;

    private record Job(JobClient client, Http server) {
        String path() {
            return "/jobs/" + client.getJobID().toHexString();
        }

        void end() throws Exception {
            if (!client.getJobExecutionResult().isDone()) {
                EmbeddedFlink.cancel(client);
            }
        }
    }

    @BeforeEach
    void startGateway(@InjectMiniCluster MiniCluster cluster) throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", "0");
        options.setString("tspoon.query.timeout", "50 s");
        gateway = Gateway.start(cluster.getRestAddress().get(), options);
        http = new Http(gateway.address());
    }

    @AfterEach
    void stop() throws Exception {
        for (Job job : jobs) {
            job.end();
        }
        gateway.close();
    }

    @Test
    void answersAsTheServersDo() throws Exception {
        assertThat(http.get("/v1/graphs/bank").reason()).isEqualTo("NOT_READY");
        Http server = start(0).server();
        awaitTransfers("");

        for (String path :
                List.of(
                        "/v1/health",
                        "/v1/openapi.json",
                        "/v1/jobs",
                        "/v1/graphs",
                        "/v1/graphs/bank",
                        "/v1/graphs/bank/metrics",
                        "/v1/graphs/nothing",
                        "/v1/nothing",
                        BALANCE + "/keys/7",
                        BALANCE + "/keys/7?consistency=fresh",
                        BALANCE + "/keys/7?at=4096",
                        BALANCE + "/keys/seven",
                        BALANCE + "/value?key=3")) {
            assertSame(path, counted(server, path), counted(http, path));
        }
        for (String body :
                List.of(
                        "{'reads':[{'state':'account_balance','keys':[0,1,2,99]}]}",
                        "{'reads':[{'state':'account_balance','aggregate':" + SUM + "}]}",
                        "{'reads':[{'state':'account_balance','scan':{'limit':3}}]}",
                        "{'reads':[]}")) {
            String path = "/v1/graphs/bank/query";
            assertSame(body, server.post(path, body), http.post(path, body));
        }
        String aggregate = BALANCE + "/aggregate";
        assertSame(aggregate, server.post(aggregate, SUM), http.post(aggregate, SUM));
        assertThat(sum(http, BALANCE)).isEqualTo(ACCOUNTS * Bank.OPENING);
        checkPages(server);
    }

    /** Every page by the other of the two. */
    private void checkPages(Http server) throws Exception {
        List<Integer> keys = new ArrayList<>();
        Http next = http;
        String body = "{'limit':6}";
        while (!body.isEmpty()) {
            Answer page = next.post(BALANCE + "/scan", body);
            assertThat(page.status()).as(page.json().toString()).isEqualTo(200);
            page.json().path("entries").forEach(entry -> keys.add(entry.path("key").asInt()));
            String token = page.json().path("nextPageToken").asText();
            body = token.isEmpty() ? "" : "{'pageToken':'" + token + "'}";
            next = next == http ? server : http;
        }
        assertThat(keys).hasSize(ACCOUNTS).isSorted();
    }

    @Test
    void severalJobsAreToldApart() throws Exception {
        Job first = start(0);
        Job second = start(TRANSFERS);
        awaitTransfers(first.path());
        awaitTransfers(second.path());

        assertThat(http.get("/v1/graphs/bank").reason()).isEqualTo("AMBIGUOUS_JOB");
        assertThat(http.get(BALANCE + "/keys/7").reason()).isEqualTo("AMBIGUOUS_JOB");
        assertThat(http.get("/v1/jobs").json().path("jobs")).hasSize(2);
        assertThat(http.get("/v1/graphs").json().path("graphs")).hasSize(2);
        List<JsonNode> balances = balances(http, first.path());
        assertThat(balances).isEqualTo(balances(first.server(), ""));
        assertThat(balances).isNotEqualTo(balances(http, second.path()));
        assertThat(balances(http, second.path())).isEqualTo(balances(second.server(), ""));

        first.end();
        Await.until("the end of the first job", () -> isUnknown(first.path(), balances));
        assertThat(sum(http, BALANCE)).isEqualTo(ACCOUNTS * Bank.OPENING);
        assertThat(balances(http, "")).isEqualTo(balances(second.server(), ""));
    }

    @Test
    void jobWithoutStatesDisturbsNobody() throws Exception {
        Job plain = startFailing();
        Await.until("the failure", () -> plain.client().getJobStatus().get() == RESTARTING);
        Answer none = http.get("/v1/graphs");
        assertThat(none.status()).as(none.json().toString()).isEqualTo(200);
        assertThat(none.json().path("graphs")).isEmpty();
        assertThat(http.get("/v1/graphs/bank").reason()).isEqualTo("NOT_READY");

        Job bank = start(0);
        awaitTransfers("");

        Answer graphs = http.get("/v1/graphs");
        assertThat(graphs.status()).as(graphs.json().toString()).isEqualTo(200);
        assertThat(graphs.json().path("graphs"))
                .extracting(graph -> graph.path("job").asText())
                .containsExactly(bank.client().getJobID().toHexString());
        assertThat(http.get("/v1/graphs/bank").status()).isEqualTo(200);
        assertThat(sum(http, BALANCE)).isEqualTo(ACCOUNTS * Bank.OPENING);
        assertThat(http.get("/v1/jobs").json().path("jobs")).hasSize(2);
        assertThat(http.get("/v1" + plain.path() + "/graphs/bank").reason())
                .isEqualTo("UNKNOWN_GRAPH");
        assertThat(plain.client().getJobStatus().get()).isEqualTo(RESTARTING);
    }

    @Test
    void withoutFlinkItIsNotReady() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", "0");
        URI nobody = URI.create("http://127.0.0.1:" + Ports.free());
        try (Gateway lonely = Gateway.start(nobody, options)) {
            long began = System.nanoTime();
            Answer answer = new Http(lonely.address()).get("/v1/graphs/bank");
            assertThat(answer.reason()).isEqualTo("NOT_READY");
            assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(30));
        }
    }

    /** Until a job is unknown there are right answers, or reasons to ask again. */
    private boolean isUnknown(String ofJob, List<JsonNode> right) throws Exception {
        Answer answer = scan(http, ofJob);
        if (answer.status() == 200) {
            assertThat(entries(answer)).isEqualTo(right);
            return false;
        }
        if (answer.reason().equals("UNKNOWN_JOB")) {
            return true;
        }
        assertThat(answer.json().path("retryable").asBoolean())
                .as(answer.json().toString())
                .isTrue();
        return false;
    }

    private static List<JsonNode> balances(Http endpoint, String ofJob) throws Exception {
        return entries(scan(endpoint, ofJob));
    }

    private static Answer scan(Http endpoint, String ofJob) throws Exception {
        return endpoint.post(BALANCE.replace("/v1", "/v1" + ofJob) + "/scan", "{}");
    }

    private static List<JsonNode> entries(Answer answer) {
        assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
        List<JsonNode> entries = new ArrayList<>();
        answer.json().path("entries").forEach(entries::add);
        assertThat(entries).hasSize(ACCOUNTS);
        return entries;
    }

    private static long sum(Http http, String state) throws Exception {
        return http.post(state + "/aggregate", SUM).json().path("values").path("sum").asLong();
    }

    /** An answer without a state whose keys are not counted yet, which it would leave out. */
    private static Answer counted(Http endpoint, String path) throws Exception {
        AtomicReference<Answer> last = new AtomicReference<>();
        Await.until(
                "a count of keys",
                () -> {
                    last.set(endpoint.get(path));
                    JsonNode state = last.get().json().at("/states/0");
                    return !state.has("keySchema") || state.has("keys");
                });
        return last.get();
    }

    private static void assertSame(String what, Answer expected, Answer actual) {
        assertThat(actual.status()).as(what).isEqualTo(expected.status()).isNotEqualTo(500);
        assertThat(lasting(actual.json())).as(what).isEqualTo(lasting(expected.json()));
    }

    private static JsonNode lasting(JsonNode json) {
        if (json instanceof ObjectNode object) {
            object.remove(OF_THE_MOMENT);
        }
        json.forEach(GatewayITCase::lasting);
        return json;
    }

    // ------------------------------------------------------------------ jobs

    /** All transfers are over, and nothing changes any more. */
    private void awaitTransfers(String ofJob) throws Exception {
        Await.until(
                "transfers",
                () -> {
                    Answer answer = http.get("/v1" + ofJob + "/graphs/bank/metrics");
                    assertThat(answer.reason())
                            .as(answer.json().toString())
                            .isIn("", "UNKNOWN_JOB", "NOT_READY", "MOVED", "TIMEOUT");
                    JsonNode metrics = answer.json();
                    long over =
                            metrics.path("committed").asLong() + metrics.path("aborted").asLong();
                    return over == TRANSFERS && metrics.path("inFlight").asLong() == 0;
                });
    }

    /** A job without states that waits for its next start, which it does not live to see. */
    private Job startFailing() throws Exception {
        Configuration options = new Configuration();
        options.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        options.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofHours(1));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(1, EmbeddedFlink.Backend.HEAP, options);
        environment
                .fromSequence(0, 1)
                .filter(
                        number -> {
                            throw new IllegalStateException("as the test wants it");
                        })
                .sinkTo(new DiscardingSink<>());
        Job job = new Job(environment.executeAsync(), http);
        jobs.add(job);
        return job;
    }

    private Job start(long firstTransfer) throws Exception {
        int port = Ports.free();
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", Integer.toString(port));
        options.setString("tspoon.query.timeout", "50 s");
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(PARALLELISM, EmbeddedFlink.Backend.HEAP, options);
        long waiting = firstTransfer + TRANSFERS;
        DataStream<Transfer> transfers =
                environment
                        .fromSource(
                                new GatedNumbers(
                                        firstTransfer,
                                        2 * TRANSFERS,
                                        new GatedNumbers.Gate(gate, waiting, waiting + TRANSFERS)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .map(number -> Transfer.numbered(number, ACCOUNTS, 42))
                        .returns(Transfer.class);
        Bank.settle(TransactionalGraph.named("bank").queryable(), transfers, Bank.BALANCE)
                .sinkTo(new DiscardingSink<>());
        Job job = new Job(environment.executeAsync(), new Http("http://127.0.0.1:" + port));
        jobs.add(job);
        return job;
    }
}
