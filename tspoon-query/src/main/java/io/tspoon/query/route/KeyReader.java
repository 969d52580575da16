/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.request.Read;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Reads keys of one state wherever they are, one sub-request for each server. */
final class KeyReader {
    /**
     * What was read.
     *
     * @param entries key, found and value of each key, in the order of the keys
     * @param newest highest timestamp among the values, as {@link LocalInstance.Answer} has it
     */
    record Entries(ArrayNode entries, long newest) {}

    private final KeyOwners owners;
    private final Peers peers;
    private final Executor workers;

    /**
     * @param workers run what takes long
     */
    KeyReader(KeyOwners owners, Peers peers, Executor workers) {
        this.owners = owners;
        this.peers = peers;
        this.workers = workers;
    }

    /** Reads keys in a snapshot. */
    CompletableFuture<Entries> readAt(
            Layout layout, String graph, Read read, long snapshot, long timeoutMs) {
        return read(layout, graph, read, LocalPeer.AT, snapshot, timeoutMs);
    }

    /**
     * Reads the newest values of keys, which include everything up to a timestamp.
     *
     * @param caller runs what is short and follows, where that saves turns of threads
     */
    CompletableFuture<Entries> readNewest(
            Layout layout, String graph, Read read, long after, long timeoutMs, Executor caller) {
        List<JsonNode> keys = read.keys();
        if (keys != null && keys.size() == 1) {
            JsonNode key = keys.get(0);
            LocalInstance<?, ?> owner = owners.ownerHere(layout.state(graph, read.state()), key);
            if (owner != null) {
                Executor next = owner.valueType().isScalar() ? caller : workers;
                return owner.readNewest(key, after, Duration.ofMillis(timeoutMs), next)
                        .thenApply(answer -> entries(read, key, answer));
            }
        }
        return read(layout, graph, read, LocalPeer.AFTER, after, timeoutMs);
    }

    private static Entries entries(Read read, JsonNode key, LocalInstance.Answer answer) {
        JsonNode value = read.projection().apply(key, answer.values().get(0));
        ArrayNode entries = JsonNodeFactory.instance.arrayNode(1);
        entries.add(entry(key, answer.found().get(0), value));
        return new Entries(entries, answer.newest());
    }

    /**
     * @param bound {@link LocalPeer#AT} or {@link LocalPeer#AFTER}
     */
    private CompletableFuture<Entries> read(
            Layout layout, String graph, Read read, String bound, long timestamp, long timeoutMs) {
        List<JsonNode> keys = read.keys();
        JobLayout.State state = layout.state(graph, read.state());
        if (keys == null || keys.isEmpty()) {
            return CompletableFuture.completedFuture(
                    new Entries(JsonNodeFactory.instance.arrayNode(), 0));
        }
        return owners.of(state, keys, timeoutMs)
                .thenCompose(
                        indexes ->
                                readOwned(state, read, keys, indexes, bound, timestamp, timeoutMs));
    }

    private CompletableFuture<Entries> readOwned(
            JobLayout.State state,
            Read read,
            List<JsonNode> keys,
            List<Integer> indexes,
            String bound,
            long timestamp,
            long timeoutMs) {
        Map<Integer, List<Integer>> positions = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            positions.computeIfAbsent(indexes.get(i), index -> new ArrayList<>()).add(i);
        }
        Map<String, List<Integer>> byAddress = new LinkedHashMap<>();
        for (Integer index : positions.keySet()) {
            byAddress
                    .computeIfAbsent(
                            state.instances().get(index).address(), address -> new ArrayList<>())
                    .add(index);
        }
        ObjectNode[] entries = new ObjectNode[keys.size()];
        List<CompletableFuture<Long>> answers = new ArrayList<>();
        byAddress.forEach(
                (address, ofPeer) -> {
                    ObjectNode body = body(state, keys, positions, ofPeer).put(bound, timestamp);
                    answers.add(
                            peers.at(address)
                                    .call(Operation.READ, body, timeoutMs)
                                    .thenApply(
                                            answer -> {
                                                fill(
                                                        entries, read, keys, positions, ofPeer,
                                                        answer);
                                                return answer.path("newest").asLong();
                                            }));
                });
        return Futures.all(answers)
                .thenApply(
                        newest -> {
                            ArrayNode all = JsonNodeFactory.instance.arrayNode(entries.length);
                            for (ObjectNode entry : entries) {
                                all.add(entry);
                            }
                            return new Entries(
                                    all,
                                    newest.stream().mapToLong(Long::longValue).max().orElse(0));
                        });
    }

    private static ObjectNode body(
            JobLayout.State state,
            List<JsonNode> keys,
            Map<Integer, List<Integer>> positions,
            List<Integer> indexes) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("graph", state.graph());
        ArrayNode reads = body.putArray("reads");
        for (Integer index : indexes) {
            ObjectNode read = reads.addObject();
            read.set("instance", Instances.name(state.state(), state.instances().get(index)));
            ArrayNode own = read.putArray("keys");
            for (Integer position : positions.getOrDefault(index, List.of())) {
                own.add(keys.get(position));
            }
        }
        return body;
    }

    private static void fill(
            ObjectNode[] entries,
            Read read,
            List<JsonNode> keys,
            Map<Integer, List<Integer>> positions,
            List<Integer> indexes,
            JsonNode answer) {
        for (int i = 0; i < indexes.size(); i++) {
            List<Integer> own = positions.getOrDefault(indexes.get(i), List.of());
            JsonNode result = answer.path("results").path(i);
            JsonNode values = result.path("values");
            JsonNode found = result.path("found");
            if (values.size() != own.size() || found.size() != own.size()) {
                throw new QueryException(
                        FailureReason.MOVED,
                        "Cannot read keys: a server of another version has answered.");
            }
            for (int j = 0; j < own.size(); j++) {
                JsonNode key = keys.get(own.get(j));
                JsonNode value = read.projection().apply(key, values.get(j));
                entries[own.get(j)] = entry(key, found.get(j).booleanValue(), value);
            }
        }
    }

    /** What an answer says of a key. */
    private static ObjectNode entry(JsonNode key, boolean found, JsonNode value) {
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.set("key", key);
        entry.put("found", found);
        return entry.set("value", value);
    }
}
