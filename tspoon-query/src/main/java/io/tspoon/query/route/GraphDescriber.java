/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.read.JobDirectory;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** Describes the t-graphs of a job. */
public final class GraphDescriber {
    private static final long NANOS_PER_MS = 1_000_000;
    private static final String NOT_READY = "NOT_READY";

    private final JobDirectory directory;
    private final Topology topology;
    private final Peers peers;
    private final Timer timer;

    GraphDescriber(JobDirectory directory, Topology topology, Peers peers, Timer timer) {
        this.directory = directory;
        this.topology = topology;
        this.peers = peers;
        this.timer = timer;
    }

    /** Whether the job has t-graphs; see {@link Topology#hasStates}. */
    public CompletableFuture<Boolean> any() {
        return topology.hasStates();
    }

    /**
     * Name, health and states of each t-graph. If the job cannot be asked now, the last known ones,
     * marked as not ready.
     */
    public CompletableFuture<List<ObjectNode>> list() {
        return topology.current()
                .handle(
                        (layout, failure) -> {
                            Layout last = topology.last();
                            if (layout != null && (layout.isKnown() || last == null)) {
                                return list(layout, graph -> health(layout, graph));
                            }
                            if (last == null) {
                                throw Failures.of(failure);
                            }
                            return list(last, graph -> NOT_READY);
                        });
    }

    private List<ObjectNode> list(Layout layout, UnaryOperator<String> health) {
        List<ObjectNode> graphs = new ArrayList<>();
        for (String graph : layout.graphs()) {
            ObjectNode json =
                    object().put("job", directory.jobId())
                            .put("jobName", directory.jobName())
                            .put("name", graph)
                            .put("health", health.apply(graph));
            ArrayNode states = json.putArray("states");
            layout.states(graph).keySet().forEach(states::add);
            graphs.add(json);
        }
        return graphs;
    }

    /**
     * Describes a t-graph and its states. Servers get half of the timeout, so that an answer is
     * still in time if some of them do not respond.
     */
    public CompletableFuture<ObjectNode> describe(String graph, long timeoutMs) {
        long halfMs = Math.max(1, timeoutMs / 2);
        return timer.limit(
                topology.current()
                        .thenCompose(
                                layout ->
                                        each(layout, Operation.DESCRIBE, graph, halfMs)
                                                .thenApply(
                                                        answers ->
                                                                describe(layout, graph, answers))),
                timeoutMs);
    }

    /** The metrics of a t-graph, combined over all its coordinators. */
    public CompletableFuture<ObjectNode> metrics(String graph, long timeoutMs) {
        return topology.current()
                .thenCompose(
                        layout -> {
                            layout.requireReady(graph);
                            return each(layout, Operation.STATUS, graph, timeoutMs)
                                    .thenApply(answers -> metrics(graph, answers));
                        });
    }

    CompletableFuture<JsonNode> keySchema(
            Layout layout, String graph, String state, long timeoutMs) {
        JobLayout.Instance instance = layout.state(graph, state).instances().get(0);
        return peers.at(instance.address())
                .call(
                        Operation.DESCRIBE,
                        object().put("graph", graph).put(LocalPeer.COUNTS, false),
                        timeoutMs)
                .thenApply(
                        answer -> {
                            for (JsonNode one : answer.path("states")) {
                                if (one.path("state").asText().equals(state)) {
                                    return one.path("keySchema");
                                }
                            }
                            throw new QueryException(
                                    FailureReason.MOVED,
                                    "Cannot find instance: it has ended or moved, state="
                                            + state
                                            + ".");
                        });
    }

    /**
     * Asks all servers. The answer of a server that fails is empty, and the layout becomes suspect.
     */
    private CompletableFuture<List<JsonNode>> each(
            Layout layout, Operation operation, String graph, long timeoutMs) {
        List<CompletableFuture<JsonNode>> answers = new ArrayList<>();
        for (String address : layout.addresses(graph)) {
            answers.add(
                    peers.at(address)
                            .call(operation, object().put("graph", graph), timeoutMs)
                            .exceptionally(
                                    failure -> {
                                        topology.suspect(layout);
                                        return object();
                                    }));
        }
        return Futures.all(answers);
    }

    private ObjectNode describe(Layout layout, String graph, List<JsonNode> answers) {
        ObjectNode json =
                object().put("job", directory.jobId())
                        .put("name", graph)
                        .put("health", health(layout, graph));
        String lacks = layout.lacks(graph);
        if (!lacks.isEmpty()) {
            json.put("detail", lacks);
        }
        ArrayNode states = json.putArray("states");
        for (JobLayout.State state : layout.states(graph).values()) {
            states.add(describe(state, answers));
        }
        return json;
    }

    private static ObjectNode describe(JobLayout.State state, List<JsonNode> answers) {
        ObjectNode json =
                object().put("name", state.state())
                        .put("parallelism", state.parallelism())
                        .put("readyInstances", state.instances().size());
        long keys = 0;
        int counted = 0;
        for (JsonNode answer : answers) {
            for (JsonNode instance : answer.path("states")) {
                if (!instance.path("state").asText().equals(state.state())) {
                    continue;
                }
                for (String field :
                        List.of(
                                "maxParallelism",
                                "keySchema",
                                "valueSchema",
                                "initialValue",
                                "constraint",
                                "retentionMs")) {
                    if (instance.has(field)) {
                        json.set(field, instance.get(field));
                    }
                }
                if (instance.path("keys").asLong(-1) >= 0) {
                    keys += instance.path("keys").asLong();
                    counted++;
                }
            }
        }
        if (!json.has("keySchema")) {
            json.put("maxParallelism", 0).put("keySchema", true).put("valueSchema", true);
            json.put("constraint", "").put("retentionMs", 0);
        }
        return counted == state.parallelism() ? json.put("keys", keys) : json.putNull("keys");
    }

    private ObjectNode metrics(String graph, List<JsonNode> answers) {
        long committed = 0;
        long aborted = 0;
        long retries = 0;
        long inFlight = 0;
        long lagMs = 0;
        int coordinators = 0;
        double p50 = 0;
        double weight = 0;
        double p99 = Double.NaN;
        for (JsonNode answer : answers) {
            if (!answer.has("coordinators")) {
                throw new QueryException(
                        FailureReason.MOVED,
                        "Cannot read metrics: a server does not answer, graph=" + graph + ".");
            }
            for (JsonNode one : answer.path("coordinators")) {
                coordinators++;
                committed += one.path("committed").asLong();
                aborted += one.path("aborted").asLong();
                retries += one.path("retries").asLong();
                inFlight += one.path("inFlight").asLong();
                lagMs = Math.max(lagMs, one.path("stableLagMs").asLong());
                double latency = one.path("latencyP50Ns").asDouble(Double.NaN);
                double share = 1.0 + one.path("committed").asLong() + one.path("aborted").asLong();
                if (!Double.isNaN(latency)) {
                    p50 += latency * share;
                    weight += share;
                    double high = one.path("latencyP99Ns").asDouble(Double.NaN);
                    p99 = Double.isNaN(p99) ? high : Math.max(p99, high);
                }
            }
        }
        ObjectNode json =
                object().put("job", directory.jobId())
                        .put("graph", graph)
                        .put("timeMs", System.currentTimeMillis())
                        .put("coordinators", coordinators)
                        .put("committed", committed)
                        .put("aborted", aborted)
                        .put("retries", retries)
                        .put("inFlight", inFlight)
                        .put("stableLagMs", lagMs);
        latency(json, "latencyP50Ms", weight == 0 ? Double.NaN : p50 / weight);
        latency(json, "latencyP99Ms", p99);
        return json;
    }

    private static void latency(ObjectNode json, String name, double nanos) {
        if (Double.isNaN(nanos)) {
            json.putNull(name);
        } else {
            json.put(name, nanos / NANOS_PER_MS);
        }
    }

    private static String health(Layout layout, String graph) {
        return layout.lacks(graph).isEmpty() ? "READY" : NOT_READY;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
