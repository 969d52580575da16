/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.call.CallKey;
import io.tspoon.call.CallTaker;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Futures;
import io.tspoon.query.local.LocalCalls;
import io.tspoon.query.peer.Coordinators;
import io.tspoon.query.peer.CoordinatorsRequest;
import io.tspoon.query.peer.Peers;
import io.tspoon.read.JobLayout;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers at which servers the coordinators of t-graphs are, as long as the instances of their
 * states stay where they are and nobody finds a coordinator missing. Any thread may use it.
 */
final class CallOwners {
    /** Nobody waits longer for a server that is stuck. */
    private static final long MAX_ASK_MS = 2_000;

    private final LocalCalls local;
    private final Peers peers;

    /** By t-graph; at most as many as the job has. */
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    /** What a server has answered, or why it has not. */
    private record Told(@Nullable Coordinators coordinators, String failure) {}

    private record Known(Map<String, JobLayout.State> states, CompletableFuture<Located> located) {}

    /**
     * The coordinators of a t-graph.
     *
     * @param parallelism number of coordinators; 0 if it has no procedures
     * @param addresses where each one is, by index
     * @param procedures names of what can be called
     */
    record Located(int parallelism, Map<Integer, String> addresses, Set<String> procedures) {}

    CallOwners(LocalCalls local, Peers peers) {
        this.local = local;
        this.peers = peers;
    }

    /** The coordinators of a t-graph; fails with NOT_READY if not all of them can be found. */
    CompletableFuture<Located> locate(Layout layout, String graph, long timeoutMs) {
        Map<String, JobLayout.State> states = layout.states(graph);
        Known before = known.get(graph);
        if (before != null
                && before.states().equals(states)
                && !before.located().isCompletedExceptionally()) {
            return before.located();
        }
        CompletableFuture<Located> located = new CompletableFuture<>();
        known.put(graph, new Known(states, located));
        var unused =
                ask(layout, graph, Math.min(timeoutMs, MAX_ASK_MS))
                        .whenComplete(
                                (found, failure) -> {
                                    if (failure == null) {
                                        located.complete(found);
                                    } else {
                                        located.completeExceptionally(failure);
                                    }
                                });
        return located;
    }

    /** Forgets what has turned out to be wrong. */
    void suspect(String graph, Located located) {
        known.computeIfPresent(
                graph,
                (name, current) -> located.equals(current.located().getNow(null)) ? null : current);
    }

    private CompletableFuture<Located> ask(Layout layout, String graph, long timeoutMs) {
        CoordinatorsRequest request = new CoordinatorsRequest(graph, List.of());
        List<CompletableFuture<Told>> answers = new ArrayList<>();
        List<String> addresses = List.copyOf(layout.addresses(graph));
        for (String address : addresses) {
            answers.add(
                    peers.at(address)
                            .call(request, timeoutMs)
                            .thenApply(answer -> new Told(answer, ""))
                            .exceptionally(failure -> new Told(null, text(failure))));
        }
        return Futures.<Told>all(answers).thenApply(all -> located(layout, graph, addresses, all));
    }

    private static String text(Throwable failure) {
        return String.valueOf(Failures.of(failure).getMessage());
    }

    private static Located located(
            Layout layout, String graph, List<String> addresses, List<Told> answers) {
        int parallelism = 0;
        Map<Integer, String> found = new TreeMap<>();
        Set<String> procedures = new TreeSet<>();
        for (int i = 0; i < addresses.size(); i++) {
            Coordinators here = answers.get(i).coordinators();
            if (here != null) {
                parallelism = Math.max(parallelism, here.parallelism());
                procedures.addAll(here.procedures());
                for (int index : here.indexes()) {
                    found.put(index, addresses.get(i));
                }
            }
        }
        int expected = Math.max(parallelism, instances(layout, graph));
        if (found.size() < expected) {
            throw new QueryException(
                    FailureReason.NOT_READY,
                    "[TSP-4152] Cannot find coordinators: not all servers have told theirs, graph="
                            + graph
                            + ", found="
                            + found.keySet()
                            + ", of="
                            + expected
                            + ", cause="
                            + cause(answers));
        }
        return new Located(parallelism, found, procedures);
    }

    private static String cause(List<Told> answers) {
        return answers.stream()
                .map(Told::failure)
                .filter(failure -> !failure.isEmpty())
                .findFirst()
                .orElse("they are not there yet.");
    }

    /** There are as many coordinators as instances of each state. */
    private static int instances(Layout layout, String graph) {
        return layout.states(graph).values().stream()
                .mapToInt(JobLayout.State::parallelism)
                .max()
                .orElse(0);
    }

    /** The owner of each key, in their order. */
    CompletableFuture<List<Integer>> owners(
            Located located, String graph, List<CallKey> keys, long timeoutMs) {
        if (located.parallelism() == 1) {
            return CompletableFuture.completedFuture(Collections.nCopies(keys.size(), 0));
        }
        for (CallTaker taker : local.takers(graph).values()) {
            if (taker.parallelism() == located.parallelism()) {
                return CompletableFuture.completedFuture(keys.stream().map(taker::owner).toList());
            }
        }
        String any = located.addresses().values().iterator().next();
        return peers.at(any)
                .call(new CoordinatorsRequest(graph, keys), timeoutMs)
                .thenApply(
                        answer -> {
                            if (answer.owners().size() != keys.size()) {
                                throw new QueryException(
                                        FailureReason.NOT_READY,
                                        "[TSP-4153] Cannot find coordinators: the one that was"
                                                + " asked has ended or moved, graph="
                                                + graph
                                                + ".");
                            }
                            return answer.owners();
                        });
    }
}
