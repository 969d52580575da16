/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.testing;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.scale.FlinkApi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A JobManager with one job, of which it answers as Flink 2.3 does: the shapes were recorded from a
 * cluster. A change of the bounds becomes effective with the next checkpoint that is triggered, as
 * with the adaptive scheduler; then the job is seen to restart and to start. Thread-safe.
 */
public final class FakeFlink implements AutoCloseable {
    public static final String JOB = "03db263c079d563fea8891b2b2619b7b";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long BEGAN_MS = 1_796_053_243_170L;
    private static final int BAD_REQUEST = 400;
    private static final int UNAVAILABLE = 503;
    private static final String ELECTION =
            "Service temporarily unavailable due to an ongoing leader election. Please refresh.";
    private static final List<String> TASK_STATES =
            List.of(
                    "running",
                    "canceling",
                    "canceled",
                    "created",
                    "scheduled",
                    "deploying",
                    "reconciling",
                    "finished",
                    "initializing",
                    "failed");

    private static final int SEEN = 4;

    private final HttpServer server;
    private final Map<String, Vertex> vertices = new LinkedHashMap<>();
    private final List<JsonNode> changes = new ArrayList<>();
    private String scheduler = "Adaptive";
    private String status = "RUNNING";
    private int freeSlots = 6;
    private int keptSlots;
    private int attempt;
    private int starts;
    private int checkpoints;
    private int looks;
    private int details;
    private int overviews;
    private int taskManagers;
    private long upForMs = Duration.ofHours(1).toMillis();
    private boolean patient;
    private boolean quick;
    private boolean electing;
    private boolean losing;
    private boolean absent;
    private boolean forgetting;
    private int cached;
    private int stale;
    private String failing = "";
    private String twin = "";

    /** What the next questions about the state of the job are answered with. */
    private final List<String> script = new ArrayList<>();

    private static final class Vertex {
        private final String name;
        private final String description;
        private final int maxParallelism;
        private int parallelism;
        private int upper;

        Vertex(String name, String description, int parallelism, int maxParallelism) {
            this.name = name;
            this.description = description;
            this.parallelism = parallelism;
            this.maxParallelism = maxParallelism;
            this.upper = parallelism;
        }
    }

    private FakeFlink() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
    }

    /** A cluster with a job that has no vertices yet. */
    public static FakeFlink start() throws IOException {
        FakeFlink flink = new FakeFlink();
        flink.server.start();
        return flink;
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The same without HTTP: each answer is there at once. */
    public FlinkApi direct() {
        return (method, path, body) -> {
            try {
                JsonNode json = answer(method + " " + path, body == null ? "" : body.toString());
                String error = json.path("errors").path(0).asText();
                return error.isEmpty()
                        ? CompletableFuture.completedFuture(json)
                        : CompletableFuture.failedFuture(
                                new QueryException(
                                        error.equals(ELECTION)
                                                ? FailureReason.NOT_READY
                                                : FailureReason.CANNOT_SCALE,
                                        error));
            } catch (IOException e) {
                return CompletableFuture.failedFuture(e);
            }
        };
    }

    /** Adds a vertex with two tasks, all in one slot sharing group. */
    public synchronized FakeFlink vertex(String id, String description, int maxParallelism) {
        vertices.put(
                id,
                new Vertex(description.replaceAll(" \\[.*", ""), description, 2, maxParallelism));
        return this;
    }

    public synchronized FakeFlink scheduler(String other) {
        scheduler = other;
        return this;
    }

    public synchronized FakeFlink status(String other) {
        status = other;
        return this;
    }

    public synchronized FakeFlink freeSlots(int slots) {
        freeSlots = slots;
        return this;
    }

    /** Slots that the job has, and in which nothing runs any more. */
    public synchronized FakeFlink keptSlots(int slots) {
        keptSlots = slots;
        return this;
    }

    /** From now on nothing changes by a checkpoint. */
    public synchronized FakeFlink waiting() {
        patient = true;
        return this;
    }

    /** From now on restarts are over before anybody looks. */
    public synchronized FakeFlink quick() {
        quick = true;
        return this;
    }

    /** How long ago the tasks were started, by the clock of the JobManager. */
    public synchronized FakeFlink upFor(Duration time) {
        upForMs = time.toMillis();
        return this;
    }

    /** Whether no JobManager is in charge, as while another one takes over. */
    public synchronized FakeFlink electing(boolean whether) {
        electing = whether;
        return this;
    }

    /** Questions for this path are answered as while no JobManager is in charge. */
    public synchronized FakeFlink failing(String path) {
        failing = "GET " + path;
        return this;
    }

    /** After a change so many questions are answered with the job as it was being started. */
    public synchronized FakeFlink cached(int answers) {
        cached = answers;
        return this;
    }

    /** The job is still listed, and not known any more. */
    public synchronized FakeFlink forgetting() {
        forgetting = true;
        return this;
    }

    /** The next change is made, and nobody gets an answer. */
    public synchronized FakeFlink losingTheNextAnswer() {
        losing = true;
        return this;
    }

    /** Whether the job is not listed, as while its master does not answer. */
    public synchronized FakeFlink absent(boolean whether) {
        absent = whether;
        return this;
    }

    /** Another job has the same name. */
    public synchronized FakeFlink twin(String id) {
        twin = id;
        return this;
    }

    /** The tasks are started by another JobManager, which counts from the beginning. */
    public synchronized void takeOver() {
        attempt = 0;
        adopt();
    }

    /** Somebody changes a vertex. */
    public synchronized void move(String vertex, int upper) {
        vertices.get(vertex).upper = upper;
    }

    /** Another version of the job has no such vertex. */
    public synchronized void remove(String vertex) {
        vertices.remove(vertex);
    }

    /** The requests that have changed bounds. */
    public synchronized List<JsonNode> changes() {
        return List.copyOf(changes);
    }

    public synchronized int checkpoints() {
        return checkpoints;
    }

    /** How often somebody has looked at the bounds. */
    public synchronized int looks() {
        return looks;
    }

    /** How often somebody has asked for the details of the job. */
    public synchronized int detailsAsked() {
        return details;
    }

    /** How often somebody has asked what all jobs do. */
    public synchronized int taskManagersAsked() {
        return taskManagers;
    }

    public synchronized int overviewsAsked() {
        return overviews;
    }

    /** The upper bounds by vertex. */
    public synchronized Map<String, Integer> uppers() {
        Map<String, Integer> uppers = new LinkedHashMap<>();
        vertices.forEach((id, vertex) -> uppers.put(id, vertex.upper));
        return uppers;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String path = exchange.getRequestURI().getPath().replaceFirst("^/v1", "");
            JsonNode json = answer(exchange.getRequestMethod() + " " + path, body);
            int status = statusOf(json.path("errors").path(0).asText());
            byte[] bytes = JSON.writeValueAsBytes(json);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        }
    }

    private static int statusOf(String error) {
        if (error.isEmpty()) {
            return 200;
        }
        if (error.equals(ELECTION)) {
            return UNAVAILABLE;
        }
        return error.contains("not found") ? 404 : BAD_REQUEST;
    }

    private synchronized JsonNode answer(String request, String body) throws IOException {
        if (electing || request.equals(failing)) {
            return election();
        }
        if (forgetting && request.startsWith("GET /jobs/" + JOB)) {
            return error("Job " + JOB + " not found");
        }
        if (request.startsWith("GET /jobs/" + JOB + "/vertices/")) {
            ObjectNode json = JSON.createObjectNode();
            json.putArray("subtasks").addObject().put("subtask", 0).put("attempt", attempt);
            return json;
        }
        return switch (request) {
            case "GET /overview" -> JSON.createObjectNode().put("slots-available", freeSlots);
            case "GET /taskmanagers" -> JSON.readTree("{\"taskmanagers\":[{\"id\":\"one\"}]}");
            case "GET /taskmanagers/one" -> taskManager();
            case "GET /jobmanager/config" ->
                    JSON.readTree("[{\"key\":\"jobmanager.scheduler\",\"value\":\"Adaptive\"}]");
            case "GET /jobs/overview" -> overview();
            case "GET /jobs/" + JOB -> details();
            case "GET /jobs/" + JOB + "/resource-requirements" -> requirements();
            case "PUT /jobs/" + JOB + "/resource-requirements" -> change(body);
            case "POST /jobs/" + JOB + "/checkpoints" -> checkpoint();
            default -> error("Job not found: " + request);
        };
    }

    private static ObjectNode election() {
        return JSON.createObjectNode().set("errors", JSON.createArrayNode().add(ELECTION));
    }

    private static ObjectNode error(String what) {
        ObjectNode json = JSON.createObjectNode();
        json.putArray("errors")
                .add(
                        "org.apache.flink.runtime.rest.handler.RestHandlerException: "
                                + what
                                + "\n"
                                + "\tat org.apache.flink.runtime.dispatcher.Dispatcher.x(D.java)");
        return json;
    }

    private JsonNode taskManager() {
        taskManagers++;
        ObjectNode json = JSON.createObjectNode().put("id", "one");
        ArrayNode slots = json.putArray("allocatedSlots");
        int inUse = inUse();
        for (int slot = 0; slot < inUse + keptSlots; slot++) {
            slots.addObject().put("jobId", JOB).put("assignedTasks", slot < inUse ? 1 : 0);
        }
        slots.addObject().put("jobId", "another").put("assignedTasks", 1);
        return json;
    }

    private int inUse() {
        return vertices.values().stream().mapToInt(v -> v.parallelism).max().orElse(0);
    }

    private JsonNode overview() {
        overviews++;
        String seen = script.isEmpty() ? status : script.remove(0);
        int total = vertices.values().stream().mapToInt(vertex -> vertex.parallelism).sum();
        ObjectNode json = JSON.createObjectNode();
        ArrayNode jobs = json.putArray("jobs");
        if (!absent) {
            job(jobs.addObject(), JOB, seen, total);
        }
        if (!twin.isEmpty()) {
            job(jobs.addObject(), twin, "RUNNING", total);
        }
        return json;
    }

    private void job(ObjectNode one, String id, String seen, int total) {
        boolean isUp = seen.equals("RUNNING");
        one.put("jid", id)
                .put("name", "bank")
                .put("state", seen.equals("STARTING") ? "RUNNING" : seen)
                .put("start-time", BEGAN_MS)
                .put("end-time", -1)
                .put("duration", 1)
                .put("jobType", "STREAMING")
                .put("schedulerType", scheduler)
                .put("pending-operators", 0)
                .put("last-modification", BEGAN_MS);
        ObjectNode tasks = one.putObject("tasks").put("total", total);
        for (String other : TASK_STATES) {
            tasks.put(other, 0);
        }
        tasks.put(isUp ? "running" : "deploying", total);
    }

    private JsonNode details() {
        details++;
        boolean isStale = stale > 0;
        stale -= isStale ? 1 : 0;
        String shown = isStale ? "CREATED" : status;
        ObjectNode json = JSON.createObjectNode();
        json.put("jid", JOB).put("name", "bank").put("state", shown);
        json.put("schedulerType", scheduler);
        json.put("now", BEGAN_MS + starts + upForMs);
        json.putObject("timestamps").put("RUNNING", isStale ? 0 : BEGAN_MS + starts);
        ArrayNode all = json.putArray("vertices");
        ArrayNode nodes = json.putObject("plan").putArray("nodes");
        if (shown.equals("INITIALIZING")) {
            return json;
        }
        vertices.forEach(
                (id, vertex) -> {
                    all.addObject()
                            .put("id", id)
                            .put("slotSharingGroupId", "e37e63859e654c52c9760e1a64ae934a")
                            .put("name", vertex.name)
                            .put("maxParallelism", vertex.maxParallelism)
                            .put("parallelism", vertex.parallelism);
                    if (!shown.equals("CREATED")) { // as while a job waits for slots
                        nodes.addObject().put("id", id).put("description", vertex.description);
                    }
                });
        return json;
    }

    private JsonNode requirements() {
        if (!scheduler.equals("Adaptive")) {
            return error("The selected scheduler does not support it.");
        }
        looks++;
        ObjectNode json = JSON.createObjectNode();
        vertices.forEach(
                (id, vertex) ->
                        json.putObject(id)
                                .putObject("parallelism")
                                .put("lowerBound", 1)
                                .put("upperBound", vertex.upper));
        return json;
    }

    private JsonNode change(String body) throws IOException {
        JsonNode wanted = JSON.readTree(body);
        for (String id : vertices.keySet()) {
            if (!wanted.has(id)) {
                return error("The request is incomplete, missing job vertex [" + id + "].");
            }
        }
        changes.add(wanted);
        wanted.properties()
                .forEach(
                        one ->
                                vertices.get(one.getKey()).upper =
                                        one.getValue().at("/parallelism/upperBound").asInt());
        boolean isLost = losing;
        losing = false;
        return isLost ? election() : JSON.createObjectNode();
    }

    private JsonNode checkpoint() {
        checkpoints++;
        if (!patient && adopt()) {
            attempt++;
            stale = cached;
            // Several times, because not only who follows the change asks.
            int times = quick ? 0 : SEEN;
            script.addAll(Collections.nCopies(times, "RESTARTING"));
            script.addAll(Collections.nCopies(times, "STARTING"));
        }
        return JSON.createObjectNode().put("request-id", "685ba68739aa8dfbb350932e584fbb53");
    }

    /** Gives vertices as many tasks as they may have, and as there are slots for. */
    private boolean adopt() {
        int slots = inUse() + keptSlots + freeSlots;
        boolean changed = false;
        for (Vertex vertex : vertices.values()) {
            int tasks = Math.min(vertex.upper, slots);
            changed |= tasks != vertex.parallelism;
            vertex.parallelism = tasks;
        }
        starts += changed ? 1 : 0;
        keptSlots = 0;
        freeSlots = slots - inUse();
        return changed;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
