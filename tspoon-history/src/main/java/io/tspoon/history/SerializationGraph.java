/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The part of a graph of {@link Dependencies} in which there are cycles.
 *
 * <p>Transactions that come before all cycles are peeled off at once, in linear time; a history
 * without anomalies leaves nothing to search.
 */
final class SerializationGraph {
    private final Map<Long, List<Dependency>> outgoing = new HashMap<>();

    /** The edges of the graph as they come. */
    SerializationGraph(Set<Dependency> edges) {
        for (Dependency edge : edges) {
            outgoing.computeIfAbsent(edge.from(), id -> new ArrayList<>()).add(edge);
        }
        peel(edges);
    }

    List<Dependency> edges() {
        return outgoing.values().stream().flatMap(List::stream).toList();
    }

    /** A shortest path over edges of a kind, both ends included; null if there is none. */
    @Nullable List<Dependency> shortestPath(long from, long to, Predicate<Dependency> kind) {
        Map<Long, Dependency> reachedBy = new HashMap<>();
        ArrayDeque<Long> border = new ArrayDeque<>(List.of(from));
        while (!border.isEmpty()) {
            for (Dependency edge : outgoing.getOrDefault(border.poll(), List.of())) {
                if (kind.test(edge) && !reachedBy.containsKey(edge.to())) {
                    reachedBy.put(edge.to(), edge);
                    if (edge.to() == to) {
                        return backtrack(from, edge, reachedBy);
                    }
                    border.add(edge.to());
                }
            }
        }
        return null;
    }

    private static List<Dependency> backtrack(
            long from, Dependency last, Map<Long, Dependency> reachedBy) {
        ArrayDeque<Dependency> path = new ArrayDeque<>(List.of(last));
        while (path.getFirst().from() != from) {
            path.addFirst(Objects.requireNonNull(reachedBy.get(path.getFirst().from())));
        }
        return List.copyOf(path);
    }

    /** Removes whatever comes before all cycles; all of an acyclic graph. */
    private void peel(Set<Dependency> edges) {
        Map<Long, Integer> incoming = new HashMap<>();
        edges.forEach(edge -> incoming.merge(edge.to(), 1, Integer::sum));
        ArrayDeque<Long> sources = new ArrayDeque<>();
        for (long transaction : outgoing.keySet()) {
            if (!incoming.containsKey(transaction)) {
                sources.add(transaction);
            }
        }
        while (!sources.isEmpty()) {
            List<Dependency> removed = outgoing.remove(sources.poll());
            if (removed != null) {
                for (Dependency edge : removed) {
                    if (incoming.merge(edge.to(), -1, Integer::sum) == 0) {
                        sources.add(edge.to());
                    }
                }
            }
        }
    }
}
