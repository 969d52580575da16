/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.BookedBank;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.testing.EmbeddedFlink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
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

import static org.assertj.core.api.Assertions.assertThat;

/** A gateway changes, and repairs, jobs of Flink's adaptive scheduler. */
class ParallelismITCase {
    @RegisterExtension
    static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster(adaptive());

    /** So late that a change would not begin within the test, unless the knob has it begin. */
    private static final Duration LATE = Duration.ofHours(1);

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

    private void start(MiniCluster cluster, Duration interval) throws Exception {
        Configuration options = EmbeddedFlink.recovering(interval);
        options.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(500));
        options.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1_000);
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(2, EmbeddedFlink.Backend.HEAP, options);
        BookedBank.add(environment, TransactionalGraph.named("bank"), 100, test);
        job = environment.executeAsync();
        address = cluster.getRestAddress().get();
        flink = new Http(address.toString());
        requirements = "/jobs/" + job.getJobID() + "/resource-requirements";
        awaitResults();
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
        JsonNode all = flink.get(requirements).json();
        ((ObjectNode) all.path(moved).path("parallelism")).put("upperBound", upper);
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
        String exceptions = "/jobs/" + job.getJobID() + "/exceptions";
        Await.until(
                "the failure",
                () -> flink.get(exceptions).json().toString().contains("upperBound: 2}"));

        String message = flink.get(exceptions).json().toString().replace("\\\"", "\"");
        for (Map.Entry<String, JsonNode> one : flink.get(requirements).json().properties()) {
            assertThat(message).contains(".\"" + one.getKey() + "\"");
        }
        assertThat(message)
                .contains("/jobs/" + job.getJobID() + "/resource-requirements | jq '(.\"")
                .contains(").parallelism = {lowerBound: 1, upperBound: 2}' | curl -X PUT");

        try (Gateway gateway = gateway("guard")) {
            awaitResults();
            assertThat(uppers()).containsOnly(2);
            assertThat(gateway.address()).isNotEmpty();
        }
    }
}
