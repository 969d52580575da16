/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.flink.directory.RemoteCluster;
import io.tspoon.query.FailureReason;
import io.tspoon.query.endpoint.Api;
import io.tspoon.query.endpoint.HttpAnswer;
import io.tspoon.query.endpoint.HttpCall;
import io.tspoon.query.endpoint.Job;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.local.LocalInstances;
import io.tspoon.query.testing.Await;
import io.tspoon.read.JobDirectory;
import io.tspoon.read.JobLayout;
import io.tspoon.read.ReadException;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What one job of a cluster means for requests that are about others. */
class ClusterJobsTest {
    private static final JobLayout NO_STATES = new JobLayout(List.of());

    private final Settings settings = Settings.of(new Configuration(), "localhost");
    private final Engine engine = new Engine(settings);
    private final List<RemoteCluster.Job> running = new ArrayList<>();

    /** What jobs answer; those that are not there do not. */
    private final Map<String, JobLayout> layouts = new HashMap<>();

    @AfterEach
    void stop() {
        engine.close();
    }

    @Test
    void requestsShareOneQuestion() {
        List<CompletableFuture<List<RemoteCluster.Job>>> asked = new ArrayList<>();
        ClusterJobs jobs = new ClusterJobs(() -> question(asked), this::reader, engine::after);
        List<CompletableFuture<List<Job>>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            answers.add(jobs.all());
        }
        assertThat(asked).hasSize(1);
        assertThat(answers).noneMatch(CompletableFuture::isDone);

        asked.get(0).complete(List.of(new RemoteCluster.Job("1", "one")));
        assertThat(answers).allMatch(answer -> answer.join().get(0).id().equals("1"));
    }

    @Test
    void failureIsSharedForAMoment() throws Exception {
        List<CompletableFuture<List<RemoteCluster.Job>>> asked = new ArrayList<>();
        ClusterJobs jobs = new ClusterJobs(() -> question(asked), this::reader, engine::after);
        CompletableFuture<List<Job>> first = jobs.all();
        asked.get(0).completeExceptionally(new IllegalStateException("no answer"));
        assertThatThrownBy(first::join).hasMessageContaining("Flink does not answer");

        Await.until("another question", () -> !jobs.all().isDone());
        assertThat(asked).hasSize(2);
    }

    private static CompletableFuture<List<RemoteCluster.Job>> question(
            List<CompletableFuture<List<RemoteCluster.Job>>> asked) {
        asked.add(new CompletableFuture<>());
        return asked.get(asked.size() - 1);
    }

    @Test
    void onlyJobsWithStatesAreChosenFrom() {
        start("plain", NO_STATES);
        start("new", JobLayout.UNKNOWN);
        assertThatThrownBy(() -> cluster().only().join())
                .hasMessageContaining("none that can be read");
        start("bank", statesOf("bank"));
        assertThat(cluster().only().join().id()).isEqualTo("bank");

        start("shop", statesOf("shop"));
        assertThatThrownBy(() -> cluster().only().join()).hasMessageContaining("jobs=[bank, shop]");
    }

    @Test
    void jobThatHasNeverAnsweredMayHaveStates() {
        start("bank", statesOf("bank"));
        startSilent("silent");
        assertThatThrownBy(() -> cluster().only().join()).hasMessageContaining("silent");
    }

    @Test
    void jobThatDoesNotAnswerIsLeftOutOfTheList() throws Exception {
        startSilent("silent");
        assertThat(list(cluster()).failure().reason()).isEqualTo(FailureReason.NOT_READY);

        start("new", JobLayout.UNKNOWN);
        start("bank", statesOf("bank"));
        assertThat(health(cluster())).isEqualTo(Map.of("bank", "READY"));
    }

    @Test
    void jobThatHadStatesStaysButIsNotReady() throws Exception {
        start("bank", statesOf("bank"));
        start("shop", statesOf("shop"));
        ClusterJobs jobs = cluster();
        assertThat(health(jobs)).isEqualTo(Map.of("bank", "READY", "shop", "READY"));

        layouts.remove("shop");
        Await.until("the end of what was known", () -> health(jobs).containsValue("NOT_READY"));
        assertThat(health(jobs)).isEqualTo(Map.of("bank", "READY", "shop", "NOT_READY"));

        layouts.put("bank", JobLayout.UNKNOWN);
        Await.until("that of the other", () -> !health(jobs).containsValue("READY"));
        assertThat(health(jobs)).isEqualTo(Map.of("bank", "NOT_READY", "shop", "NOT_READY"));
        assertThat(jobs.readable().join()).hasSize(2);
    }

    // ------------------------------------------------------------------ cluster

    private ClusterJobs cluster() {
        return new ClusterJobs(
                () -> CompletableFuture.completedFuture(List.copyOf(running)),
                this::reader,
                engine::after);
    }

    private void start(String job, JobLayout layout) {
        layouts.put(job, layout);
        startSilent(job);
    }

    private void startSilent(String job) {
        running.add(new RemoteCluster.Job(job, job));
    }

    private static JobLayout statesOf(String graph) {
        JobLayout.Instance instance =
                new JobLayout.Instance(0, 128, 1, "http://127.0.0.1:1", "localhost");
        return new JobLayout(List.of(new JobLayout.State(graph, "balance", 1, List.of(instance))));
    }

    private Job reader(RemoteCluster.Job job) {
        LocalInstances none = new LocalInstances(JsonMapping.standard());
        return new Job(
                job.id(),
                job.name(),
                engine.router(new Directory(job.id(), layouts), none, "nowhere", null),
                null);
    }

    private HttpAnswer list(ClusterJobs jobs) {
        Api api =
                new Api(
                        jobs,
                        settings.endpointLimits(),
                        settings.authorization(),
                        engine.mapper(),
                        engine::after);
        InetSocketAddress remote = InetSocketAddress.createUnresolved("test", 1);
        byte[] noBody = {};
        return api.handle(
                        new HttpCall(
                                "GET",
                                "/v1/graphs",
                                noBody,
                                null,
                                null,
                                null,
                                remote,
                                Runnable::run))
                .join();
    }

    private Map<String, String> health(ClusterJobs jobs) throws IOException {
        HttpAnswer answer = list(jobs);
        assertThat(answer.failure()).isNull();
        Map<String, String> health = new HashMap<>();
        for (JsonNode graph : engine.mapper().readTree(answer.body()).path("graphs")) {
            health.put(graph.path("name").asText(), graph.path("health").asText());
        }
        return health;
    }

    private record Directory(String jobId, Map<String, JobLayout> layouts) implements JobDirectory {
        @Override
        public String jobName() {
            return jobId;
        }

        @Override
        public CompletableFuture<JobLayout> locate() {
            JobLayout layout = layouts.get(jobId);
            return layout != null
                    ? CompletableFuture.completedFuture(layout)
                    : CompletableFuture.failedFuture(
                            new ReadException(ReadException.Reason.NOT_READY, "silent"));
        }
    }
}
