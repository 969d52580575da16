/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * All instances of a t-graph, grouped by server. Made from a layout that is ready.
 *
 * @param graph name of the t-graph
 * @param byAddress the instances of each server, as sub-requests name them
 * @param peers finds the servers
 */
record Instances(String graph, Map<String, List<ObjectNode>> byAddress, Peers peers) {
    /** Timeout of calls for whose answer nobody waits. */
    static final long UNPIN_TIMEOUT_MS = 5_000;

    static Instances of(Layout layout, String graph, Peers peers) {
        layout.requireReady(graph);
        Map<String, List<ObjectNode>> byAddress = new LinkedHashMap<>();
        for (JobLayout.State state : layout.states(graph).values()) {
            for (JobLayout.Instance instance : state.instances()) {
                byAddress
                        .computeIfAbsent(instance.address(), address -> new ArrayList<>())
                        .add(name(state.state(), instance));
            }
        }
        return new Instances(graph, byAddress, peers);
    }

    static ObjectNode name(String state, JobLayout.Instance instance) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("state", state)
                .put("index", instance.index())
                .put("incarnation", instance.incarnation());
    }

    /** Pins all instances; returns the highest of their timestamps. */
    CompletableFuture<Long> pin(long pin, long leaseMs, long timeoutMs) {
        ObjectNode body = body(pin).put("leaseMs", leaseMs);
        return each(Operation.PIN, body, timeoutMs)
                .thenApply(
                        answers ->
                                answers.stream()
                                        .mapToLong(answer -> answer.path("timestamp").asLong())
                                        .max()
                                        .orElse(0));
    }

    /** Sets the snapshot that a pin protects, and marks the pin as in use by a reader. */
    CompletableFuture<Void> settle(long pin, long snapshot, long leaseMs, long timeoutMs) {
        return settle(settled(pin, snapshot, leaseMs), timeoutMs);
    }

    /**
     * Tells the instances that the reader of a pin is done, and that the pin stays for later pages.
     */
    CompletableFuture<Void> keep(long pin, long snapshot, long leaseMs, long timeoutMs) {
        return settle(settled(pin, snapshot, leaseMs).put(LocalPeer.KEEP, true), timeoutMs);
    }

    private CompletableFuture<Void> settle(ObjectNode body, long timeoutMs) {
        return each(Operation.SETTLE, body, timeoutMs).thenApply(ignored -> null);
    }

    private ObjectNode settled(long pin, long snapshot, long leaseMs) {
        return body(pin).put("snapshot", snapshot).put("leaseMs", leaseMs);
    }

    /**
     * As {@link #keep}, but no page follows; the pin stays only in case the client repeats its
     * request for the last page.
     */
    CompletableFuture<Void> keepForLast(long pin, long snapshot, long leaseMs, long timeoutMs) {
        ObjectNode body = settled(pin, snapshot, leaseMs).put(LocalPeer.KEEP, true);
        return settle(body.put(LocalPeer.LAST, true), timeoutMs);
    }

    /** Gives the pin up. On a server that cannot be reached the lease ends it. */
    void unpin(long pin) {
        CompletableFuture<List<JsonNode>> unused =
                each(Operation.UNPIN, body(pin), UNPIN_TIMEOUT_MS);
    }

    private ObjectNode body(long pin) {
        return JsonNodeFactory.instance.objectNode().put("graph", graph).put("pin", pin);
    }

    private CompletableFuture<List<JsonNode>> each(
            Operation operation, ObjectNode body, long timeoutMs) {
        List<CompletableFuture<JsonNode>> answers = new ArrayList<>();
        byAddress.forEach(
                (address, names) -> {
                    ObjectNode own = body.deepCopy();
                    own.putArray("instances").addAll(names);
                    answers.add(peers.at(address).call(operation, own, timeoutMs));
                });
        return Futures.all(answers);
    }
}
