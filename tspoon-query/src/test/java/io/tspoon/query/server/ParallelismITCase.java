/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.BookedBank;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers;
import io.tspoon.testing.PacedNumbers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/** A gateway changes, and repairs, jobs of Flink's adaptive scheduler. */
class ParallelismITCase {
    @RegisterExtension
    static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster(adaptive());

    /** So late that a change would not begin within the test, unless the knob has it begin. */
    private static final Duration LATE = Duration.ofHours(1);

    /** The ids in the line that repairs a job. */
    private static final Pattern LINE = Pattern.compile("jq 'reduce [(]([^)]+)[)] as [$]v");

    private static final long ENDLESS = 1_000_000_000;
    private static final Duration SOON = Duration.ofMillis(500);

    private final String test = UUID.randomUUID().toString();
    private JobClient job;
    private URI address;
    private Http flink;
    private String requirements;

    private static Configuration adaptive() {
        Configuration options = new Configuration();
        options.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Adaptive);
        options.set(
                JobManagerOptions.SCHEDULER_EXECUTING_COOLDOWN_AFTER_RESCALING,
                Duration.ofSeconds(1));
        return options;
    }

    private static StreamExecutionEnvironment environment(Duration interval) {
        Configuration options = EmbeddedFlink.recovering(interval);
        options.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(500));
        options.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1_000);
        return EmbeddedFlink.environment(2, EmbeddedFlink.Backend.HEAP, options);
    }

    private void start(MiniCluster cluster, Duration interval) throws Exception {
        StreamExecutionEnvironment environment = environment(interval);
        BookedBank.add(environment, TransactionalGraph.named("bank"), 100, test);
        execute(environment, cluster);
        awaitResults();
    }

    /** Entrances and a load that are chained to their sources, and a t-graph behind another. */
    private void startChains(MiniCluster cluster) throws Exception {
        StreamExecutionEnvironment environment = environment(SOON);
        StateSpec<Long, Long> sums = Numbers.sums("sums");
        TransactionalGraph bank =
                TransactionalGraph.named("bank")
                        .load(
                                sums,
                                environment.fromSequence(0, 9).uid("loaded"),
                                number -> number,
                                number -> 0L);
        DataStream<Long> results =
                bank.openTransaction("some", numbers(environment, "some numbers"))
                        .union(bank.openTransaction("more", numbers(environment, "more numbers")))
                        .keyBy(number -> number % 10)
                        .update(sums, Long::sum)
                        .closeTransaction()
                        .map(result -> 1L)
                        .returns(Types.LONG);
        TransactionalGraph.named("audit")
                .openTransaction(results)
                .keyBy(number -> number)
                .update(Numbers.sums("counts"), Long::sum)
                .closeTransaction()
                .sinkTo(new DiscardingSink<>());
        execute(environment, cluster);
        awaitCheckpoints();
    }

    private static DataStream<Long> numbers(StreamExecutionEnvironment environment, String uid) {
        return environment
                .fromSource(new PacedNumbers(ENDLESS, 100), WatermarkStrategy.noWatermarks(), uid)
                .uid(uid);
    }

    private void execute(StreamExecutionEnvironment environment, MiniCluster cluster)
            throws Exception {
        job = environment.executeAsync();
        address = cluster.getRestAddress().get();
        flink = new Http(address.toString());
        requirements = "/jobs/" + job.getJobID() + "/resource-requirements";
    }

    /** Those that the t-graphs complete: in two of them all operators take part. */
    private void awaitCheckpoints() throws Exception {
        int before = checkpoints();
        Await.until("checkpoints", () -> checkpoints() >= before + 2);
    }

    private int checkpoints() throws Exception {
        return flink.get("/jobs/" + job.getJobID() + "/checkpoints")
                .json()
                .at("/counts/completed")
                .asInt();
    }

    @AfterEach
    void stop() throws Exception {
        EmbeddedFlink.cancel(job);
    }

    private Gateway gateway(String option) throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", "0");
        options.setString("tspoon.query." + option, "true");
        return Gateway.start(address, options);
    }

    private void awaitResults() throws Exception {
        long before = BookedBank.seen(test).newest();
        Await.until("results", () -> BookedBank.seen(test).newest() > before);
    }

    @Test
    void eachChangeRestartsOnce(@InjectMiniCluster MiniCluster cluster) throws Exception {
        start(cluster, LATE);
        try (Gateway gateway = gateway("allow-scaling")) {
            Http http = new Http(gateway.address());
            String path = "/v1/jobs/" + job.getJobID() + "/graphs/bank/parallelism";
            for (int parallelism : new int[] {4, 1}) {
                Answer begun =
                        http.send(
                                http.request(path)
                                        .header("Content-Type", "application/json")
                                        .POST(
                                                BodyPublishers.ofString(
                                                        "{\"parallelism\":" + parallelism + "}")));
                assertThat(begun.status()).as("%s", begun.json()).isEqualTo(202);
                Await.until(
                        "the change",
                        () -> http.get(path).json().at("/change/phase").asText().equals("DONE"));

                JsonNode after = http.get(path).json();
                assertThat(after.path("parallelism").asInt()).isEqualTo(parallelism);
                assertThat(after.path("vertices")).hasSize(4);
                assertThat(after.at("/change/restarts").asInt()).isEqualTo(1);
                awaitResults();
            }
        }
    }

    /** One vertex is moved, as by a slider of Flink's web interface. */
    private void move(String operator, int upper) throws Exception {
        String moved = "";
        for (JsonNode vertex : flink.get("/jobs/" + job.getJobID()).json().path("vertices")) {
            boolean isIt = vertex.path("name").asText().contains(operator);
            moved = isIt ? vertex.path("id").asText() : moved;
        }
        assertThat(moved).as(operator).isNotEmpty();
        JsonNode all = flink.get(requirements).json();
        ((ObjectNode) all.path(moved).path("parallelism")).put("upperBound", upper);
        put(all);
    }

    private void put(JsonNode all) throws Exception {
        Answer done =
                flink.send(
                        flink.request(requirements)
                                .header("Content-Type", "application/json")
                                .PUT(BodyPublishers.ofString(all.toString())));
        assertThat(done.status()).isEqualTo(200);
    }

    private List<Integer> uppers() throws Exception {
        List<Integer> uppers = new ArrayList<>();
        for (Map.Entry<String, JsonNode> one : flink.get(requirements).json().properties()) {
            uppers.add(one.getValue().at("/parallelism/upperBound").asInt());
        }
        return uppers;
    }

    /** The line in the message names all vertices of the t-graph, and nothing else. */
    @ParameterizedTest
    @ValueSource(strings = {"bank: open", "bank: book", "bank: close"})
    void theFailureNamesTheLineThatRepairsIt(
            String operator, @InjectMiniCluster MiniCluster cluster) throws Exception {
        start(cluster, SOON);
        move(operator, 4);
        String message = failure();

        for (Map.Entry<String, JsonNode> one : flink.get(requirements).json().properties()) {
            assertThat(message).contains("\"" + one.getKey() + "\"");
        }
        assertThat(message)
                .contains("/jobs/" + job.getJobID() + "/resource-requirements | jq 'reduce (\"")
                .contains(".parallelism = {lowerBound: 1, upperBound: 2} else . end)' | curl -X");

        try (Gateway gateway = gateway("guard")) {
            awaitResults();
            assertThat(uppers()).containsOnly(2);
            assertThat(gateway.address()).isNotEmpty();
        }
    }

    /** The message of the failure that a vertex of another parallelism causes. */
    private String failure() throws Exception {
        String exceptions = "/jobs/" + job.getJobID() + "/exceptions";
        Await.until(
                "the failure",
                () -> flink.get(exceptions).json().toString().contains("upperBound: 2}"));
        return flink.get(exceptions).json().toString().replace("\\\"", "\"");
    }

    /** Flink refuses ids that the job does not have, and repairs nothing if some are missing. */
    @ParameterizedTest
    @ValueSource(strings = {"bank: sums", "audit: counts"})
    void theLineNamesAllThatIsChained(String operator, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        startChains(cluster);
        List<String> ofGraphs = new ArrayList<>();
        try (Gateway gateway = gateway("allow-scaling")) {
            String path = "/v1/jobs/" + job.getJobID() + "/graphs/bank/parallelism";
            JsonNode known = new Http(gateway.address()).get(path).json();
            known.path("vertices").forEach(vertex -> ofGraphs.add(vertex.path("id").asText()));
        }
        assertThat(ofGraphs).hasSize(8);
        move(operator, 4);

        Matcher line = LINE.matcher(failure());
        assertThat(line.find()).isTrue();
        List<String> named = List.of(line.group(1).replace("\"", "").split(", "));
        JsonNode all = flink.get(requirements).json();
        assertThat(named).containsAll(ofGraphs);
        assertThat(named.stream().filter(all::has)).containsExactlyInAnyOrderElementsOf(ofGraphs);
        named.stream() // as jq does
                .filter(all::has)
                .forEach(
                        id -> ((ObjectNode) all.path(id).path("parallelism")).put("upperBound", 2));
        put(all);
        awaitCheckpoints();
    }
}
