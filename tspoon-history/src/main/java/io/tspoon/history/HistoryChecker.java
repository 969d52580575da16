/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds the anomalies of a history, with a shortest example of each kind in words.
 *
 * <p>Source: Adya, Liskov, O'Neil, "Generalized isolation level definitions" (ICDE 2000).
 */
@Internal
public final class HistoryChecker {
    private static final Predicate<Dependency> WRITES =
            edge -> edge.type() == Dependency.Type.WRITE_WRITE;

    private final History history;
    private final List<Anomaly> found = new ArrayList<>();

    private HistoryChecker(History history) {
        this.history = history;
    }

    /** At most one anomaly of each cyclic kind, and every dirty or intermediate read. */
    public static List<Anomaly> anomalies(History history) {
        HistoryChecker checker = new HistoryChecker(history);
        checker.checkReads();
        checker.checkCycles();
        return checker.found;
    }

    private void checkReads() {
        for (HistoryTransaction reader : history.transactions()) {
            if (reader.isCommitted()) {
                reader.reads().forEach(read -> checkRead(reader.id(), read));
            }
        }
    }

    private void checkRead(long reader, HistoryTransaction.Read read) {
        VersionId version = read.version();
        if (version.writer() == reader || version.equals(VersionId.INITIAL)) {
            return;
        }
        String words = "T" + reader + " read " + read.key() + " of T" + version.writer();
        if (!history.isCommitted(version.writer())) {
            found.add(new Anomaly(Anomaly.Kind.G1A, words + ", which did not commit"));
            return;
        }
        VersionId last = history.transaction(version.writer()).lastWrites().get(read.key());
        if (!version.equals(last)) {
            found.add(new Anomaly(Anomaly.Kind.G1B, words + ", which then wrote it again"));
        }
    }

    private void checkCycles() {
        SerializationGraph graph = new SerializationGraph(Dependencies.of(history));
        List<Dependency> edges = graph.edges();
        report(
                Anomaly.Kind.G0,
                shortestCycle(graph, edges.stream().filter(WRITES).toList(), WRITES));
        report(
                Anomaly.Kind.G1C,
                shortestCycle(
                        graph,
                        edges.stream().filter(Dependency::isFlow).filter(WRITES.negate()).toList(),
                        Dependency::isFlow));
        List<Dependency> anti = edges.stream().filter(Dependency::isAnti).toList();
        for (Dependency edge : anti) {
            List<Dependency> back =
                    graph.shortestPath(
                            edge.to(), edge.from(), WRITES.and(e -> e.key().equals(edge.key())));
            if (back != null) {
                report(Anomaly.Kind.LOST_UPDATE, cycle(edge, back));
                break;
            }
        }
        report(Anomaly.Kind.G_SINGLE, shortestCycle(graph, anti, Dependency::isFlow));
        reportSeveralAnti(graph, anti);
    }

    private void reportSeveralAnti(SerializationGraph graph, List<Dependency> anti) {
        List<Dependency> shortest = null;
        for (Dependency first : anti) {
            List<Dependency> back = graph.shortestPath(first.to(), first.from(), edge -> true);
            if (back != null
                    && back.stream().anyMatch(Dependency::isAnti)
                    && (shortest == null || back.size() + 1 < shortest.size())) {
                shortest = cycle(first, back);
            }
        }
        report(Anomaly.Kind.G2_ITEM, shortest);
    }

    /** A shortest cycle of one of the first edges and a way back over edges of a kind. */
    static @Nullable List<Dependency> shortestCycle(
            SerializationGraph graph, List<Dependency> firsts, Predicate<Dependency> kind) {
        List<Dependency> shortest = null;
        for (Dependency first : firsts) {
            List<Dependency> back = graph.shortestPath(first.to(), first.from(), kind);
            if (back != null && (shortest == null || back.size() + 1 < shortest.size())) {
                shortest = cycle(first, back);
            }
        }
        return shortest;
    }

    private static List<Dependency> cycle(Dependency first, List<Dependency> back) {
        List<Dependency> cycle = new ArrayList<>(List.of(first));
        cycle.addAll(back);
        return cycle;
    }

    private void report(Anomaly.Kind kind, @Nullable List<Dependency> cycle) {
        if (cycle != null) {
            found.add(new Anomaly(kind, words(cycle)));
        }
    }

    static String words(List<Dependency> cycle) {
        return cycle.stream().map(Dependency::words).collect(Collectors.joining("; "));
    }
}
