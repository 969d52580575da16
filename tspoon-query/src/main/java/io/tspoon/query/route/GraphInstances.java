/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.bound.Futures;
import io.tspoon.query.peer.Done;
import io.tspoon.query.peer.InstanceName;
import io.tspoon.query.peer.PeerRequest;
import io.tspoon.query.peer.Peers;
import io.tspoon.query.peer.PinRequest;
import io.tspoon.query.peer.Pinned;
import io.tspoon.query.peer.SettleRequest;
import io.tspoon.query.peer.SettleRequest.Use;
import io.tspoon.query.peer.UnpinRequest;
import io.tspoon.read.JobLayout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * All instances of a t-graph, grouped by server. Made from a layout that is ready.
 *
 * @param graph name of the t-graph
 * @param byAddress the instances of each server
 * @param peers finds the servers
 */
record GraphInstances(String graph, Map<String, List<InstanceName>> byAddress, Peers peers) {
    /** Timeout of calls for whose answer nobody waits. */
    static final long UNPIN_TIMEOUT_MS = 5_000;

    static GraphInstances of(Layout layout, String graph, Peers peers) {
        layout.requireReady(graph);
        Map<String, List<InstanceName>> byAddress = new LinkedHashMap<>();
        for (JobLayout.State state : layout.states(graph).values()) {
            for (JobLayout.Instance instance : state.instances()) {
                byAddress
                        .computeIfAbsent(instance.address(), address -> new ArrayList<>())
                        .add(name(state.state(), instance));
            }
        }
        return new GraphInstances(graph, byAddress, peers);
    }

    static InstanceName name(String state, JobLayout.Instance instance) {
        return new InstanceName(state, instance.index(), instance.incarnation());
    }

    /** Pins all instances; returns the highest of their timestamps. */
    CompletableFuture<Long> pin(long pin, long leaseMs, long timeoutMs) {
        return each(names -> new PinRequest(graph, pin, leaseMs, names), timeoutMs)
                .thenApply(
                        answers -> answers.stream().mapToLong(Pinned::timestamp).max().orElse(0));
    }

    /** Sets the snapshot that a pin protects, and marks the pin as in use by a reader. */
    CompletableFuture<Void> settle(long pin, long snapshot, long leaseMs, long timeoutMs) {
        return settle(pin, snapshot, leaseMs, Use.READING, timeoutMs);
    }

    /**
     * Tells the instances that the reader of a pin is done, and that the pin stays for later pages.
     */
    CompletableFuture<Void> keep(long pin, long snapshot, long leaseMs, long timeoutMs) {
        return settle(pin, snapshot, leaseMs, Use.NEXT_PAGE, timeoutMs);
    }

    /**
     * As {@link #keep}, but no page follows; the pin stays only in case the client repeats its
     * request for the last page.
     */
    CompletableFuture<Void> keepForLast(long pin, long snapshot, long leaseMs, long timeoutMs) {
        return settle(pin, snapshot, leaseMs, Use.LAST_PAGE, timeoutMs);
    }

    private CompletableFuture<Void> settle(
            long pin, long snapshot, long leaseMs, Use use, long timeoutMs) {
        return each(
                        names -> new SettleRequest(graph, pin, snapshot, leaseMs, use, names),
                        timeoutMs)
                .thenApply(ignored -> null);
    }

    /** Gives the pin up. On a server that cannot be reached the lease ends it. */
    void unpin(long pin) {
        CompletableFuture<List<Done>> unused =
                each(names -> new UnpinRequest(graph, pin, names), UNPIN_TIMEOUT_MS);
    }

    private <A> CompletableFuture<List<A>> each(
            Function<List<InstanceName>, PeerRequest<A>> request, long timeoutMs) {
        List<CompletableFuture<A>> answers = new ArrayList<>();
        byAddress.forEach(
                (address, names) ->
                        answers.add(peers.at(address).call(request.apply(names), timeoutMs)));
        return Futures.all(answers);
    }
}
