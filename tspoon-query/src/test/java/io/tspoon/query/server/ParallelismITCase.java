/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.BookedBank;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.testing.EmbeddedFlink;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** Jobs of Flink's adaptive scheduler, which take a checkpoint when one is asked for, or late. */
class ParallelismITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster(adaptive());

    private static final Duration LATE = Duration.ofHours(1);

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

    @BeforeEach
    void start(@InjectMiniCluster MiniCluster cluster) throws Exception {
        Configuration options = EmbeddedFlink.recovering(LATE);
        options.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(500));
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
    void eachChangeRestartsOnce() throws Exception {
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
                System.out.println("KNOB " + after.path("change"));
                assertThat(after.path("parallelism").asInt()).isEqualTo(parallelism);
                assertThat(after.path("vertices")).hasSize(4);
                assertThat(after.at("/change/restarts").asInt()).isEqualTo(1);
                awaitResults();
            }
        }
    }

    /** One vertex is moved, as by a slider of Flink's web interface. */
    private void move(int upper) throws Exception {
        JsonNode all = flink.get(requirements).json();
        String body = all.toString().replaceFirst("\"upperBound\":\\d+", "\"upperBound\":" + upper);
        Answer done =
                flink.send(
                        flink.request(requirements)
                                .header("Content-Type", "application/json")
                                .PUT(BodyPublishers.ofString(body)));
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
    @Test
    void theFailureNamesTheLineThatRepairsIt() throws Exception {
        move(4);
        flink.send(
                flink.request("/jobs/" + job.getJobID() + "/checkpoints")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"checkpointType\":\"CONFIGURED\"}")));
        String exceptions = "/jobs/" + job.getJobID() + "/exceptions";
        Await.until(
                "the failure",
                () -> flink.get(exceptions).json().toString().contains("[TSP-2011]"));

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
