/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The edges of Adya's direct serialization graph: of committed transactions only. */
final class Dependencies {
    private Dependencies() {}

    static Set<Dependency> of(History history) {
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
        return edges;
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
}
