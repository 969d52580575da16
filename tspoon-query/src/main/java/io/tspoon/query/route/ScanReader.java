/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.bound.TimeLimit;
import io.tspoon.query.peer.AggregateRequest;
import io.tspoon.query.peer.PeerRequest;
import io.tspoon.query.peer.Peers;
import io.tspoon.query.peer.PinnedInstance;
import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.EntryPage;
import io.tspoon.query.request.PageCollector;
import io.tspoon.query.request.PartialTotals;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.PlacedEntry;
import io.tspoon.query.request.ReadPlan;
import io.tspoon.query.request.Scan;
import io.tspoon.query.request.Totals;
import io.tspoon.read.JobLayout;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Scans and aggregates all instances of a state at a pinned snapshot, and merges their answers.
 *
 * @param pin id of the pin on all instances
 * @param snapshot timestamp for which the pin is settled
 * @param deadline when the request has to be finished
 */
record ScanReader(Peers peers, long pin, long snapshot, TimeLimit deadline) {
    /**
     * A page.
     *
     * @param entries in the order of the page
     * @param bytes size of the entries
     * @param last place of the last key of the page; null if no page follows, or none is wanted
     * @param plan how they were found; null if that was not asked for
     */
    record Page(
            List<AnsweredEntry> entries,
            long bytes,
            @Nullable Place last,
            @Nullable ReadPlan plan) {}

    /** Reads a page, after the given place if there is one; fails if the page is too large. */
    CompletableFuture<Page> page(
            JobLayout.State state, Scan scan, @Nullable Place after, SizeLimit size) {
        PageCollector page = new PageCollector(scan, size, PageCollector.Arrival.IN_NO_ORDER);
        List<ScanPart> parts = new ArrayList<>();
        for (JobLayout.Instance instance : state.instances()) {
            parts.add(new ScanPart(this, state, instance, scan, page, after));
        }
        return Rounds.ask(parts, size).thenApply(ignored -> page(scan, page, parts));
    }

    private static Page page(Scan scan, PageCollector collector, List<ScanPart> parts) {
        EntryPage page = collector.page();
        boolean more =
                scan.isContinued() && (page.more() || parts.stream().anyMatch(ScanPart::isFull));
        List<AnsweredEntry> entries = new ArrayList<>(page.entries().size());
        for (PlacedEntry entry : page.entries()) {
            entries.add(new AnsweredEntry(entry.place().key(), true, entry.value()));
        }
        ReadPlan plan = null;
        for (ScanPart part : scan.isExplained() ? parts : List.<ScanPart>of()) {
            plan = plan == null ? part.plan() : plan.with(part.plan());
        }
        return new Page(entries, collector.bytes(), more ? page.last() : null, plan);
    }

    /** The parts of an aggregate, one per instance. */
    List<Rounds.Part<?>> totals(JobLayout.State state, Aggregate aggregate, Totals totals) {
        List<Rounds.Part<?>> parts = new ArrayList<>();
        for (JobLayout.Instance instance : state.instances()) {
            parts.add(new TotalsPart(this, state, instance, aggregate, totals));
        }
        return parts;
    }

    /** An instance of a state at the snapshot. */
    PinnedInstance source(JobLayout.State state, JobLayout.Instance instance) {
        return new PinnedInstance(
                state.graph(), GraphInstances.name(state.state(), instance), pin, snapshot);
    }

    /** Asks the server of an instance. */
    <A> CompletableFuture<A> ask(JobLayout.Instance instance, PeerRequest<A> request) {
        return peers.at(instance.address()).call(request, deadline.leftMs());
    }

    /** The part of the totals that one instance has. */
    private static final class TotalsPart implements Rounds.Part<PartialTotals> {
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
        public CompletableFuture<Optional<PartialTotals>> ask(SizeLimit share) {
            PinnedInstance source = reader.source(state, instance);
            return reader.ask(instance, new AggregateRequest(source, aggregate, share.bytes()));
        }

        @Override
        public void take(PartialTotals answer, boolean whole) {
            totals.merge(answer);
            open = false;
        }

        @Override
        public boolean isOpen() {
            return open;
        }
    }
}
