/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.elastic;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Running;
import io.tspoon.examples.trial.storage.SlowStorage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.TraceOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A cluster of two TaskManagers with the adaptive scheduler, and the one job that runs there. */
final class ElasticCluster extends Running {
    private static final int TASK_MANAGERS = 2;
    private static final int SLOTS = 4;
    private static final int MAX_PARALLELISM = 128;
    private static final long TIMEOUT_S = 300;

    /** More than a round has of anything. */
    private static final int HISTORY = 1_000;

    private final Configuration configuration = new Configuration();
    private final String directory;
    private final MiniCluster cluster;

    /** Vertices that have had more than one task: all but the source. */
    private final Set<String> parallel = new HashSet<>();

    private @Nullable JobID job;
    private @Nullable CompletableFuture<JobResult> result;

    /**
     * @param stateBackend in Flink's words
     * @param restore how instances come by their state
     * @param interval between checkpoints
     * @param directory URI of a directory for checkpoints and savepoints
     * @param storageRate bytes per second of that directory; 0 for what the disk does
     */
    ElasticCluster(
            String stateBackend,
            Restore restore,
            Duration interval,
            String directory,
            long storageRate) {
        this.directory = directory;
        configuration.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Adaptive);
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(256));
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(PipelineOptions.MAX_PARALLELISM, MAX_PARALLELISM);
        configuration.set(StateBackendOptions.STATE_BACKEND, stateBackend);
        configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, interval);
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
        // Nobody can copy from a process what is in none but that one.
        configuration.set(
                TaskManagerOptions.TASK_MANAGER_LOAD_BALANCE_MODE,
                TaskManagerOptions.TaskManagerLoadBalanceMode.SLOTS);
        configuration.set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, Duration.ofMillis(100));
        configuration.set(SlowStorage.RATE, new MemorySize(storageRate));
        configuration.set(RestOptions.CACHE_CHECKPOINT_STATISTICS_TIMEOUT, Duration.ZERO);
        configuration.set(WebOptions.REFRESH_INTERVAL, Duration.ofMillis(1));
        configuration.set(WebOptions.CHECKPOINTS_HISTORY_SIZE, HISTORY);
        configuration.set(WebOptions.MAX_ADAPTIVE_SCHEDULER_RESCALE_HISTORY_SIZE, HISTORY);
        configuration.set(TraceOptions.TRACE_REPORTERS_LIST, "starts");
        TraceOptions.forReporter(configuration, "starts")
                .set(TraceOptions.REPORTER_FACTORY_CLASS, Starts.Factory.class.getName());
        restore.configure(configuration);
        FileSystem.initialize(configuration, null);
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

    /**
     * Changes the parallelism of all operators but the source while the job runs, with the
     * checkpoint that it is asked for, as the knob does.
     */
    void rescale(int parallelism) {
        try {
            Requests requests = new Requests();
            URI uri = uri("/jobs/" + job() + "/resource-requirements");
            JsonNode wanted = requests.get(uri);
            for (Map.Entry<String, JsonNode> vertex : wanted.properties()) {
                JsonNode bounds = vertex.getValue().path("parallelism");
                if (bounds.path("upperBound").asInt() > 1) {
                    parallel.add(vertex.getKey());
                }
                if (bounds instanceof ObjectNode changed && parallel.contains(vertex.getKey())) {
                    changed.put("lowerBound", parallelism).put("upperBound", parallelism);
                }
            }
            requests.put(uri, wanted);
            // If it fails, the change waits for the next one.
            var unused = cluster.triggerCheckpoint(job(), CheckpointType.CONFIGURED);
        } catch (Exception e) {
            throw new BenchmarkException("Cannot rescale job: parallelism=" + parallelism, e);
        }
    }

    /**
     * Whether each process has what the other one keeps, if they keep anything.
     *
     * @param sinceMs of the oldest checkpoint that counts, milliseconds of the epoch
     */
    boolean isCopied(long sinceMs) {
        return !firstCheckpoint(sinceMs).isMissingNode() && longest("copiedBehindMs") == 0;
    }

    /** The highest value of a metric of tspoon, of all instances; 0 if none has it. */
    private double longest(String name) {
        double longest = 0;
        for (JsonNode vertex : get("/jobs/" + job()).path("vertices")) {
            String metrics =
                    "/jobs/"
                            + job()
                            + "/vertices/"
                            + vertex.path("id").asText()
                            + "/subtasks/metrics";
            for (JsonNode metric : get(metrics)) {
                String id = metric.path("id").asText();
                if (id.endsWith(".tspoon." + name)) {
                    String asked = URLEncoder.encode(id, StandardCharsets.UTF_8);
                    JsonNode answer = get(metrics + "?agg=max&get=" + asked);
                    longest = Math.max(longest, answer.path(0).path("max").asDouble());
                }
            }
        }
        return longest;
    }

    /** Shuts one TaskManager of the two down, one that the job has tasks on: it takes its leave. */
    void shutTaskManagerDown() {
        try {
            cluster.terminateTaskManager(busyTaskManager()).get(TIMEOUT_S, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new BenchmarkException("Cannot end TaskManager", e);
        }
    }

    /**
     * When the scheduler last began or ceased to end the tasks, so as to start the job again; 0 if
     * it did not since.
     *
     * @param field of Flink's history
     * @param sinceMs milliseconds of the epoch
     */
    long restarting(String field, long sinceMs) {
        long newest = 0;
        for (JsonNode rescale : get("/jobs/" + job() + "/rescales/history")) {
            String id = rescale.path("rescaleUuid").asText();
            JsonNode details = get("/jobs/" + job() + "/rescales/details/" + id);
            for (JsonNode span : details.path("schedulerStates")) {
                long moment = span.path(field).asLong();
                if (span.path("state").asText().equals("Restarting") && moment >= sinceMs) {
                    newest = Math.max(newest, moment);
                }
            }
        }
        return newest;
    }

    /** When the last task began to initialize itself, milliseconds of the epoch. */
    long deployed() {
        long newest = 0;
        for (JsonNode vertex : get("/jobs/" + job()).path("vertices")) {
            JsonNode tasks = get("/jobs/" + job() + "/vertices/" + vertex.path("id").asText());
            for (JsonNode task : tasks.path("subtasks")) {
                long deploying = task.path("status-duration").path("DEPLOYING").asLong();
                newest = Math.max(newest, task.path("start-time").asLong() + deploying);
            }
        }
        return newest;
    }

    /** The first checkpoint that was complete after a moment; nothing if there is none. */
    JsonNode firstCheckpoint(long sinceMs) {
        JsonNode first = MissingNode.getInstance();
        for (JsonNode one : get("/jobs/" + job() + "/checkpoints").path("history")) {
            boolean counts =
                    one.path("status").asText().equals("COMPLETED")
                            && one.path("trigger_timestamp").asLong() >= sinceMs;
            first = counts ? one : first; // the newest is the first in the list
        }
        return first;
    }

    private JsonNode get(String path) {
        try {
            return new Requests().get(uri(path));
        } catch (Exception e) {
            throw new BenchmarkException("Cannot read from cluster: path=" + path, e);
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
