/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.Scan;
import io.tspoon.query.request.Totals;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;

/** Scans and aggregates all instances of a state at a pinned snapshot, and merges. */
final class ScanReader {
    /**
     * A page.
     *
     * @param entries in the order of their keys
     * @param lastKey of the page; null if no page follows
     */
    record Page(List<JsonNode> entries, @Nullable JsonNode lastKey) {}

    private record Cursor(JsonNode entries, int position) {
        JsonNode key() {
            return entries.get(position).path("key");
        }
    }

    private final Peers peers;

    ScanReader(Peers peers) {
        this.peers = peers;
    }

    CompletableFuture<Page> page(
            JobLayout.State state,
            Scan scan,
            @Nullable JsonNode after,
            long pin,
            long snapshot,
            long timeoutMs) {
        ObjectNode body = body(state, pin, snapshot);
        body.set("scan", scan.json());
        if (after != null) {
            body.set("after", after);
        }
        return each(Operation.SCAN, state, body, timeoutMs).thenApply(parts -> merge(parts, scan));
    }

    CompletableFuture<ObjectNode> totals(
            JobLayout.State state, Aggregate aggregate, long pin, long snapshot, long timeoutMs) {
        ObjectNode body = body(state, pin, snapshot);
        body.set("aggregate", aggregate.json());
        return each(Operation.AGGREGATE, state, body, timeoutMs)
                .thenApply(
                        parts -> {
                            Totals totals = aggregate.totals();
                            parts.forEach(part -> totals.merge(part.path("totals")));
                            return totals.json();
                        });
    }

    private static ObjectNode body(JobLayout.State state, long pin, long snapshot) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("graph", state.graph())
                .put("pin", pin)
                .put("snapshot", snapshot);
    }

    private CompletableFuture<List<JsonNode>> each(
            Operation operation, JobLayout.State state, ObjectNode body, long timeoutMs) {
        List<CompletableFuture<JsonNode>> answers = new ArrayList<>();
        for (JobLayout.Instance instance : state.instances()) {
            ObjectNode own = body.deepCopy();
            own.set("instance", Instances.name(state.state(), instance));
            answers.add(peers.at(instance.address()).call(operation, own, timeoutMs));
        }
        return Futures.all(answers);
    }

    private static Page merge(List<JsonNode> parts, Scan scan) {
        Comparator<JsonNode> order = scan.order();
        PriorityQueue<Cursor> heads =
                new PriorityQueue<>((a, b) -> order.compare(a.key(), b.key()));
        boolean more = false;
        for (JsonNode part : parts) {
            more |= part.path("more").booleanValue();
            if (!part.path("entries").isEmpty()) {
                heads.add(new Cursor(part.path("entries"), 0));
            }
        }
        List<JsonNode> merged = new ArrayList<>();
        while (!heads.isEmpty() && merged.size() < scan.limit()) {
            Cursor head = heads.remove();
            merged.add(head.entries().get(head.position()));
            if (head.position() + 1 < head.entries().size()) {
                heads.add(new Cursor(head.entries(), head.position() + 1));
            }
        }
        more |= !heads.isEmpty();
        return new Page(merged, more ? merged.get(merged.size() - 1).path("key") : null);
    }
}
