/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.history;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Adya's direct serialization graph of the committed transactions of a history.
 *
 * <p>Transactions that come before all cycles are peeled off at once, in linear time; a history
 * without anomalies leaves nothing to search.
 */
final class SerializationGraph {
    private final Map<Long, List<Dependency>> outgoing = new HashMap<>();

    SerializationGraph(History history) {
        Set<Dependency> edges = new HashSet<>();
        Map<Object, Map<Long, Long>> successors = new HashMap<>();
        history.versionOrders()
                .forEach((key, order) -> successors.put(key, addWriteWrites(key, order, edges)));
        for (HistoryTransaction reader : history.transactions()) {
            if (reader.isCommitted()) {
                for (HistoryTransaction.Read read : reader.reads()) {
                    addRead(reader.id(), read, successors.get(read.key()), edges);
                }
            }
        }
        edges.removeIf(edge -> edge.from() == edge.to());
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
            path.addFirst(reachedBy.get(path.getFirst().from()));
        }
        return List.copyOf(path);
    }

    /** Returns for each version of the key the writer of the next one. */
    private static Map<Long, Long> addWriteWrites(
            Object key, List<Long> order, Set<Dependency> edges) {
        Map<Long, Long> successors = new HashMap<>();
        long previous = VersionId.INITIAL.writer();
        for (long writer : order) {
            successors.put(previous, writer);
            if (previous != VersionId.INITIAL.writer()) {
                edges.add(new Dependency(Dependency.Type.WRITE_WRITE, previous, writer, key));
            }
            previous = writer;
        }
        return successors;
    }

    private static void addRead(
            long reader,
            HistoryTransaction.Read read,
            @Nullable Map<Long, Long> successors,
            Set<Dependency> edges) {
        long writer = read.version().writer();
        if (writer == reader) {
            return;
        }
        if (writer != VersionId.INITIAL.writer()) {
            edges.add(new Dependency(Dependency.Type.WRITE_READ, writer, reader, read.key()));
        }
        Long next = successors == null ? null : successors.get(writer);
        if (next != null) {
            edges.add(new Dependency(Dependency.Type.READ_WRITE, reader, next, read.key()));
        }
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
