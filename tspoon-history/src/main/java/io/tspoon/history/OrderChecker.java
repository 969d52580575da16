/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;

import static java.util.Objects.requireNonNull;

/** Tells whether dependencies keep to an order that is given from outside. */
final class OrderChecker {
    private static final Comparator<ObservedTransaction> BY_INVOCATION =
            Comparator.comparingLong(ObservedTransaction::invokedAt);

    private OrderChecker() {}

    /** The order of ids is total, so one edge against it is a shortest cycle. */
    static List<Anomaly> entryOrder(
            List<ObservedTransaction> transactions, Set<Dependency> dependencies) {
        Map<Long, Long> ids =
                transactions.stream()
                        .collect(
                                Collectors.toMap(
                                        ObservedTransaction::name, ObservedTransaction::id));
        Comparator<Long> byEntry = Comparator.comparing(name -> requireNonNull(ids.get(name)));
        Optional<Dependency> against =
                dependencies.stream()
                        .filter(edge -> byEntry.compare(edge.from(), edge.to()) > 0)
                        .min(Comparator.comparingLong(Dependency::from));
        return against
                .map(
                        edge -> {
                            String words = "; yet T" + edge.to() + " entered before T";
                            return new Anomaly(
                                    Anomaly.Kind.ENTRY_ORDER, edge.words() + words + edge.from());
                        })
                .stream()
                .toList();
    }

    static List<Anomaly> realTime(
            List<ObservedTransaction> transactions, Set<Dependency> dependencies) {
        Set<Dependency> order = realTimeEdges(transactions);
        Set<Dependency> edges = new HashSet<>(dependencies);
        edges.addAll(order);
        SerializationGraph graph = new SerializationGraph(edges);
        List<Dependency> firsts = graph.edges().stream().filter(order::contains).toList();
        List<Dependency> cycle = HistoryChecker.shortestCycle(graph, firsts, edge -> true);
        return cycle == null
                ? List.of()
                : List.of(new Anomaly(Anomaly.Kind.REAL_TIME, HistoryChecker.words(cycle)));
    }

    /**
     * From each transaction to those that began when it was complete, less the ones that follow
     * from others: as many for each as run at a time, not as many as there are.
     */
    private static Set<Dependency> realTimeEdges(List<ObservedTransaction> transactions) {
        Set<Dependency> edges = new HashSet<>();
        Queue<ObservedTransaction> running =
                new PriorityQueue<>(Comparator.comparingLong(ObservedTransaction::completedAt));
        List<ObservedTransaction> border = new ArrayList<>();
        List<ObservedTransaction> invoked =
                transactions.stream()
                        .filter(ObservedTransaction::committed)
                        .sorted(BY_INVOCATION)
                        .toList();
        for (ObservedTransaction next : invoked) {
            while (!running.isEmpty() && running.peek().completedAt() < next.invokedAt()) {
                ObservedTransaction complete = running.poll();
                border.removeIf(before -> before.completedAt() < complete.invokedAt());
                border.add(complete);
            }
            border.forEach(before -> edges.add(Dependency.realTime(before.name(), next.name())));
            running.add(next);
        }
        return edges;
    }
}
