/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.Scan;
import io.tspoon.query.request.Totals;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Scans and aggregates all instances of a state at a pinned snapshot, and merges their answers.
 *
 * @param pin id of the pin on all instances
 * @param snapshot timestamp for which the pin is settled
 * @param deadline when the request has to be finished
 */
record ScanReader(Peers peers, long pin, long snapshot, Deadline deadline) {
    /**
     * A page.
     *
     * @param entries in the order of their keys
     * @param bytes size of the entries
     * @param last place of the last key of the page; null if no page follows
     */
    record Page(JsonNode entries, long bytes, @Nullable Place last) {}

    /** Reads a page, after the given place if there is one; fails if the page is too large. */
    CompletableFuture<Page> page(
            JobLayout.State state, Scan scan, @Nullable Place after, SizeLimit size) {
        PageCollector page = new PageCollector(scan, size, false);
        List<ScanPart> parts = new ArrayList<>();
        for (JobLayout.Instance instance : state.instances()) {
            parts.add(new ScanPart(this, state, instance, scan, page, after));
        }
        return Rounds.ask(parts, size).thenApply(ignored -> page(page, parts));
    }

    private static Page page(PageCollector page, List<ScanPart> parts) {
        JsonNode json = page.json();
        JsonNode entries = json.path("entries");
        boolean more =
                json.path("more").booleanValue() || parts.stream().anyMatch(ScanPart::isFull);
        Place last = more ? Place.in(entries.path(entries.size() - 1), "key") : null;
        for (JsonNode entry : entries) {
            Place.keepKeyIn((ObjectNode) entry, "key");
        }
        return new Page(entries, page.bytes(), last);
    }

    /** The parts of an aggregate, one per instance. */
    List<Rounds.Part> totals(JobLayout.State state, Aggregate aggregate, Totals totals) {
        List<Rounds.Part> parts = new ArrayList<>();
        for (JobLayout.Instance instance : state.instances()) {
            parts.add(new TotalsPart(this, state, instance, aggregate, totals));
        }
        return parts;
    }

    /** Asks one instance for what the body says. */
    CompletableFuture<JsonNode> ask(
            Operation operation,
            JobLayout.State state,
            JobLayout.Instance instance,
            ObjectNode body,
            SizeLimit share) {
        body.put("graph", state.graph())
                .put("pin", pin)
                .put("snapshot", snapshot)
                .put(LocalPeer.MAX_BYTES, share.bytes())
                .set("instance", Instances.name(state.state(), instance));
        return peers.at(instance.address()).call(operation, body, deadline.leftMs());
    }

    /** The part of the totals that one instance has. */
    private static final class TotalsPart implements Rounds.Part {
        private final ScanReader reader;
        private final JobLayout.State state;
        private final JobLayout.Instance instance;
        private final Aggregate aggregate;
        private final Totals totals;
        private boolean open = true;

        private TotalsPart(
                ScanReader reader,
                JobLayout.State state,
                JobLayout.Instance instance,
                Aggregate aggregate,
                Totals totals) {
            this.reader = reader;
            this.state = state;
            this.instance = instance;
            this.aggregate = aggregate;
            this.totals = totals;
        }

        @Override
        public CompletableFuture<JsonNode> ask(SizeLimit share) {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.set("aggregate", aggregate.json());
            return reader.ask(Operation.AGGREGATE, state, instance, body, share);
        }

        @Override
        public void take(JsonNode answer, boolean whole) {
            totals.merge(answer.path("totals"), answer.path("schemas"));
            open = false;
        }

        @Override
        public boolean isOpen() {
            return open;
        }
    }
}
