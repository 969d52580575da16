/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.elastic;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Running;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A cluster of two TaskManagers with the adaptive scheduler, and the one job that runs there, which
 * takes a checkpoint each second.
 */
final class ElasticCluster extends Running {
    private static final int TASK_MANAGERS = 2;
    private static final int SLOTS = 4;
    private static final int MAX_PARALLELISM = 128;
    private static final long TIMEOUT_S = 300;

    private final Configuration configuration = new Configuration();
    private final String directory;
    private final MiniCluster cluster;
    private @Nullable JobID job;
    private @Nullable CompletableFuture<JobResult> result;

    /**
     * @param stateBackend in Flink's words
     * @param directory URI of a directory for checkpoints and savepoints
     */
    ElasticCluster(String stateBackend, String directory) {
        this.directory = directory;
        configuration.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Adaptive);
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(256));
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(PipelineOptions.MAX_PARALLELISM, MAX_PARALLELISM);
        configuration.set(StateBackendOptions.STATE_BACKEND, stateBackend);
        configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
        configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(100));
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
        // What is measured is the change, not what Flink waits for before it.
        configuration.set(
                JobManagerOptions.SCHEDULER_EXECUTING_COOLDOWN_AFTER_RESCALING, Duration.ZERO);
        configuration.set(
                JobManagerOptions.SCHEDULER_EXECUTING_RESOURCE_STABILIZATION_TIMEOUT,
                Duration.ZERO);
        configuration.set(
                JobManagerOptions.SCHEDULER_SUBMISSION_RESOURCE_WAIT_TIMEOUT,
                Duration.ofSeconds(TIMEOUT_S));
        cluster =
                new MiniCluster(
                        new MiniClusterConfiguration.Builder()
                                .setConfiguration(configuration)
                                .setNumTaskManagers(TASK_MANAGERS)
                                .setNumSlotsPerTaskManager(SLOTS)
                                .withRandomPorts()
                                .build());
        try {
            cluster.start();
        } catch (Exception e) {
            throw new BenchmarkException("Cannot start cluster", e);
        }
    }

    /** Starts a job, from a savepoint if there is one. */
    void submit(
            Consumer<StreamExecutionEnvironment> program,
            int parallelism,
            @Nullable String savepoint) {
        Configuration own = new Configuration(configuration);
        if (savepoint != null) {
            own.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
            own.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
        }
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, own);
        program.accept(environment);
        try {
            JobGraph graph = environment.getStreamGraph().getJobGraph();
            job = cluster.submitJob(graph).get(TIMEOUT_S, TimeUnit.SECONDS).getJobID();
            result = cluster.requestJobResult(job);
        } catch (Exception e) {
            throw new BenchmarkException("Cannot start job: parallelism=" + parallelism, e);
        }
    }

    /** Stops the job; where the savepoint is. */
    String stopWithSavepoint() {
        try {
            String savepoint =
                    cluster.stopWithSavepoint(job(), directory, false, SavepointFormatType.NATIVE)
                            .get(TIMEOUT_S, TimeUnit.SECONDS);
            awaitEnd();
            return savepoint;
        } catch (Exception e) {
            throw new BenchmarkException("Cannot stop job with savepoint", e);
        }
    }

    /** Waits until the job has ended well. */
    void awaitEnd() {
        CompletableFuture<JobResult> end = result;
        if (end == null) {
            return;
        }
        try {
            end.get(TIMEOUT_S, TimeUnit.SECONDS)
                    .toJobExecutionResult(ElasticCluster.class.getClassLoader());
            result = null;
        } catch (Exception e) {
            throw new BenchmarkException("Cannot finish job", e);
        }
    }

    /** Changes the parallelism of all operators but the source while the job runs. */
    void rescale(int parallelism) {
        try {
            Requests requests = new Requests();
            URI uri = uri("/jobs/" + job() + "/resource-requirements");
            JsonNode wanted = requests.get(uri);
            for (JsonNode vertex : wanted) {
                JsonNode bounds = vertex.path("parallelism");
                if (bounds instanceof ObjectNode changed && bounds.path("upperBound").asInt() > 1) {
                    changed.put("lowerBound", parallelism).put("upperBound", parallelism);
                }
            }
            requests.put(uri, wanted);
        } catch (Exception e) {
            throw new BenchmarkException("Cannot rescale job: parallelism=" + parallelism, e);
        }
    }

    /** Shuts one TaskManager of the two down, one that the job has tasks on: it takes its leave. */
    void shutTaskManagerDown() {
        try {
            cluster.terminateTaskManager(busyTaskManager()).get(TIMEOUT_S, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new BenchmarkException("Cannot end TaskManager", e);
        }
    }

    /** By its place in the cluster. */
    private int busyTaskManager() throws Exception {
        Requests requests = new Requests();
        JsonNode vertices = requests.get(uri("/jobs/" + job())).path("vertices");
        String vertex = "/vertices/" + vertices.path(0).path("id").asText();
        JsonNode tasks = requests.get(uri("/jobs/" + job() + vertex)).path("subtasks");
        String id = tasks.path(0).path("taskmanager-id").asText();
        List<JsonNode> all = new ArrayList<>();
        requests.get(uri("/taskmanagers")).path("taskmanagers").forEach(all::add);
        all.sort(Comparator.comparingInt(ElasticCluster::number));
        for (int place = 0; place < all.size(); place++) {
            if (all.get(place).path("id").asText().equals(id)) {
                return place;
            }
        }
        throw new BenchmarkException("Cannot find TaskManager of the job: id=" + id);
    }

    /** What the address ends with: all of this JVM are counted, in the order of their start. */
    private static int number(JsonNode taskManager) {
        String address = taskManager.path("path").asText();
        return Integer.parseInt(address.substring(address.lastIndexOf('_') + 1));
    }

    private URI uri(String path) throws Exception {
        return cluster.getRestAddress().get(TIMEOUT_S, TimeUnit.SECONDS).resolve(path);
    }

    private JobID job() {
        JobID running = job;
        if (running == null) {
            throw new IllegalStateException("Cannot find job: none was started");
        }
        return running;
    }

    @Override
    public void checkRunning() {
        CompletableFuture<JobResult> end = result;
        if (end != null && end.isDone()) {
            awaitEnd();
            throw new BenchmarkException("Cannot measure job: it has ended");
        }
    }

    @Override
    public void close() {
        try {
            cluster.close();
        } catch (Exception e) {
            throw new BenchmarkException("Cannot stop cluster", e);
        }
    }

    /** Flink's REST interface. */
    private static final class Requests {
        private final HttpClient client = HttpClient.newHttpClient();
        private final ObjectMapper mapper = new ObjectMapper();

        JsonNode get(URI uri) throws Exception {
            return mapper.readTree(send(HttpRequest.newBuilder(uri).GET().build()));
        }

        void put(URI uri, JsonNode body) throws Exception {
            HttpRequest.BodyPublisher text =
                    HttpRequest.BodyPublishers.ofString(mapper.writeValueAsString(body));
            send(
                    HttpRequest.newBuilder(uri)
                            .header("Content-Type", "application/json")
                            .PUT(text)
                            .build());
        }

        private String send(HttpRequest request) throws Exception {
            HttpResponse<String> response =
                    client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() / 100 != 2) {
                throw new BenchmarkException(
                        "Cannot send request: status="
                                + response.statusCode()
                                + ", answer="
                                + response.body());
            }
            return response.body();
        }
    }
}
