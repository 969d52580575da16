/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import io.tspoon.cluster.host.Await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What an operator does with a cluster over Flink's REST interface: submit, inspect, rescale and
 * stop jobs.
 *
 * <p>An {@link IOException} other than a {@link RestException} means that the JobManager cannot be
 * reached.
 */
public final class FlinkRest implements JobClient {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Set<String> ENDS = Set.of("FINISHED", "FAILED", "CANCELED");
    private static final String RUNNING = "RUNNING";

    private final HttpJson http;

    FlinkRest(InetSocketAddress address) {
        http = new HttpJson(address);
    }

    /** Address of the REST interface. */
    public URI address() {
        return http.server();
    }

    /** Whether a JobManager answers that leads the cluster. */
    public boolean isUp() throws InterruptedException {
        try {
            http.get("/overview");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Names of the registered TaskManagers. */
    public List<String> taskManagers() throws IOException, InterruptedException {
        List<String> names = new ArrayList<>();
        for (JsonNode one : http.get("/taskmanagers").path("taskmanagers")) {
            names.add(one.path("id").asText());
        }
        return names;
    }

    /**
     * Uploads the jar and runs it.
     *
     * @return id of the job, which may still fail to start
     * @throws RestException if the program cannot build its graph
     */
    @Override
    public String submit(JobSubmission job) throws IOException, InterruptedException {
        String file = http.upload("/jars/upload", "jarfile", job.jar()).path("filename").asText();
        String jar = file.substring(file.lastIndexOf('/') + 1);
        ObjectNode request = NODES.objectNode();
        request.put("entryClass", job.mainClass());
        request.put("parallelism", job.parallelism());
        request.put("allowNonRestoredState", job.allowNonRestoredState());
        if (job.savepoint() != null) {
            request.put("savepointPath", job.savepoint());
        }
        job.arguments().forEach(request.putArray("programArgsList")::add);
        ObjectNode options = request.putObject("flinkConfiguration");
        job.options().forEach(options::put);
        return http.send("POST", "/jars/" + jar + "/run", request).path("jobid").asText();
    }

    /** State of the job as Flink names it, for example {@code RUNNING}. */
    public String state(String job) throws IOException, InterruptedException {
        return http.get("/jobs/" + job).path("state").asText();
    }

    /** Whether the job has ended, successfully or not. */
    public boolean hasEnded(String job) throws IOException, InterruptedException {
        return ENDS.contains(state(job));
    }

    /** Ids of the jobs that have not ended. */
    public List<String> unfinishedJobs() throws IOException, InterruptedException {
        List<String> jobs = new ArrayList<>();
        for (JsonNode one : http.get("/jobs").path("jobs")) {
            if (!ENDS.contains(one.path("status").asText())) {
                jobs.add(one.path("id").asText());
            }
        }
        return jobs;
    }

    /** Whether all tasks run. */
    public boolean isRunning(String job) throws IOException, InterruptedException {
        JsonNode state = http.get("/jobs/" + job);
        if (!state.path("state").asText().equals(RUNNING)) {
            return false;
        }
        for (JsonNode vertex : state.path("vertices")) {
            if (vertex.path("tasks").path(RUNNING).asInt() != vertex.path("parallelism").asInt()) {
                return false;
            }
        }
        return true;
    }

    /** The job's vertices, beginning with the sources, and where they run. */
    public List<Vertex> vertices(String job) throws IOException, InterruptedException {
        List<Vertex> vertices = new ArrayList<>();
        for (JsonNode one : http.get("/jobs/" + job).path("vertices")) {
            String id = one.path("id").asText();
            List<String> places = new ArrayList<>();
            for (JsonNode subtask : http.get("/jobs/" + job + "/vertices/" + id).path("subtasks")) {
                places.add(subtask.path("taskmanager-id").asText());
            }
            vertices.add(
                    new Vertex(
                            id,
                            one.path("name").asText(),
                            one.path("parallelism").asInt(),
                            List.copyOf(places)));
        }
        return vertices;
    }

    /** When the tasks were last started; all of them run. */
    public Start start(String job) throws IOException, InterruptedException {
        long first = Long.MAX_VALUE;
        long deployed = 0;
        long running = 0;
        for (JsonNode vertex : http.get("/jobs/" + job).path("vertices")) {
            String path = "/jobs/" + job + "/vertices/" + vertex.path("id").asText();
            for (JsonNode task : http.get(path).path("subtasks")) {
                JsonNode spent = task.path("status-duration");
                long begun = task.path("start-time").asLong();
                long placed = begun + spent.path("DEPLOYING").asLong();
                first = Math.min(first, begun);
                deployed = Math.max(deployed, placed);
                running = Math.max(running, placed + spent.path("INITIALIZING").asLong());
            }
        }
        return new Start(first, deployed, running);
    }

    /**
     * The first checkpoint that has begun since a moment and is complete; null if there is none.
     *
     * @param sinceMs milliseconds of the epoch
     */
    public @Nullable Checkpoint checkpointSince(String job, long sinceMs)
            throws IOException, InterruptedException {
        Checkpoint first = null;
        for (JsonNode one : http.get("/jobs/" + job + "/checkpoints").path("history")) {
            if (one.path("status").asText().equals("COMPLETED")
                    && one.path("trigger_timestamp").asLong() >= sinceMs) {
                first = // the newest is the first in the list
                        new Checkpoint(
                                Duration.ofMillis(one.path("end_to_end_duration").asLong()),
                                one.path("checkpointed_size").asLong());
            }
        }
        return first;
    }

    /** The job's failures, newest first. */
    public List<Failure> failures(String job) throws IOException, InterruptedException {
        List<Failure> failures = new ArrayList<>();
        for (JsonNode one :
                http.get("/jobs/" + job + "/exceptions?maxExceptions=100")
                        .path("exceptionHistory")
                        .path("entries")) {
            String words = one.path("taskName").asText() + ": " + one.path("stacktrace").asText();
            failures.add(new Failure(one.path("timestamp").asLong(), words));
        }
        return failures;
    }

    /** Takes a checkpoint beside those that are due, and waits until it is complete. */
    public void takeCheckpoint(String job) throws IOException, InterruptedException {
        ObjectNode request = NODES.objectNode().put("checkpointType", "CONFIGURED");
        String path = "/jobs/" + job + "/checkpoints";
        String trigger = http.send("POST", path, request).path("request-id").asText();
        Await.until(
                "checkpoint, job=" + job,
                () ->
                        http.get(path + "/" + trigger)
                                .path("status")
                                .path("id")
                                .asText()
                                .equals("COMPLETED"));
    }

    /** A metric of tspoon, of all instances of all operators that have it. */
    public DoubleSummaryStatistics metric(String job, String name)
            throws IOException, InterruptedException {
        DoubleSummaryStatistics all = new DoubleSummaryStatistics();
        for (JsonNode vertex : http.get("/jobs/" + job).path("vertices")) {
            String path = "/jobs/" + job + "/vertices/" + vertex.path("id").asText();
            for (int subtask = 0; subtask < vertex.path("parallelism").asInt(); subtask++) {
                String own = path + "/subtasks/" + subtask + "/metrics";
                for (JsonNode metric : http.get(own)) {
                    String id = metric.path("id").asText();
                    if (id.endsWith(".tspoon." + name)) {
                        String get = own + "?get=" + URLEncoder.encode(id, StandardCharsets.UTF_8);
                        all.accept(http.get(get).path(0).path("value").asDouble());
                    }
                }
            }
        }
        return all;
    }

    /** Number of checkpoints completed since the JobManager took over the job. */
    public int checkpoints(String job) throws IOException, InterruptedException {
        return http.get("/jobs/" + job + "/checkpoints").path("counts").path("completed").asInt();
    }

    /** Size of the job's state in the last complete checkpoint in bytes, including shared parts. */
    public long stateBytes(String job) throws IOException, InterruptedException {
        JsonNode last = http.get("/jobs/" + job + "/checkpoints").path("latest").path("completed");
        return last.path("state_size").asLong();
    }

    /**
     * Requests another parallelism of the given vertices, by id, of a job of the adaptive
     * scheduler.
     */
    public void rescale(String job, Map<String, Integer> parallelisms)
            throws IOException, InterruptedException {
        ObjectNode request = NODES.objectNode();
        parallelisms.forEach(
                (vertex, parallelism) ->
                        request.putObject(vertex)
                                .putObject("parallelism")
                                .put("lowerBound", 1)
                                .put("upperBound", parallelism));
        http.send("PUT", "/jobs/" + job + "/resource-requirements", request);
    }

    /**
     * Stops the job with a savepoint.
     *
     * @param drain whether the input ends here for good
     * @return path of the savepoint
     * @throws IllegalStateException if the savepoint fails, with the reason
     */
    @Override
    public String stop(String job, boolean drain) throws IOException, InterruptedException {
        ObjectNode request = NODES.objectNode().put("drain", drain);
        String trigger =
                http.send("POST", "/jobs/" + job + "/stop", request).path("request-id").asText();
        String path = "/jobs/" + job + "/savepoints/" + trigger;
        Await.until(
                "savepoint, job=" + job,
                () -> http.get(path).path("status").path("id").asText().equals("COMPLETED"));
        JsonNode operation = http.get(path).path("operation");
        if (!operation.has("location")) {
            throw new IllegalStateException(
                    "Cannot stop job: "
                            + operation.path("failure-cause").path("stack-trace").asText());
        }
        return Objects.requireNonNull(operation.path("location").asText());
    }

    /** Ends the job at once. */
    public void cancel(String job) throws IOException, InterruptedException {
        http.send("PATCH", "/jobs/" + job + "?mode=cancel", NODES.objectNode());
        Await.until("job to be cancelled, job=" + job, () -> hasEnded(job));
    }
}
