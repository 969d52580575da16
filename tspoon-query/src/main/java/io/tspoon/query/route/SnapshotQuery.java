/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.bound.Limits;
import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.bound.TimeLimit;
import io.tspoon.query.peer.Peers;
import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.PageToken;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.Read;
import io.tspoon.query.request.Scan;
import io.tspoon.query.request.Totals;
import io.tspoon.read.JobLayout;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Lookups, scans and aggregates that read one snapshot. All results together must fit into one
 * answer: each kind of read may use what the kinds before it have left. Scans come last, one after
 * the other, because their results are the largest. Serves one request, one thread at a time.
 */
final class SnapshotQuery {
    /** What all queries of a router share. */
    record Readers(KeyReader keys, Peers peers, PageTokens tokens, Limits limits) {}

    private final Readers readers;
    private final PinnedSnapshots snapshots;
    private final PinnedSnapshot snapshot;
    private final LocatedGraph located;
    private final List<Read> reads;
    private final ScanReader scans;
    private final boolean shared;
    private final ReadResult[] results;

    /** Keeps the snapshot for pages that follow. */
    private final long pinOfPages = PinnedSnapshots.newPin();

    private boolean pagesFollow;
    private SizeLimit left;

    SnapshotQuery(
            Readers readers,
            PinnedSnapshots snapshots,
            PinnedSnapshot snapshot,
            String graph,
            List<Read> reads,
            TimeLimit deadline) {
        this.readers = readers;
        this.snapshots = snapshots;
        this.snapshot = snapshot;
        this.reads = reads;
        located = new LocatedGraph(snapshot.layout(), graph, deadline);
        scans = new ScanReader(readers.peers(), snapshot.pin(), snapshot.timestamp(), deadline);
        shared = reads.stream().map(Read::scan).filter(SnapshotQuery::hasPages).count() > 1;
        results = new ReadResult[reads.size()];
        left = new SizeLimit(readers.limits().maxResultBytes());
    }

    private static boolean hasPages(@Nullable Scan scan) {
        return scan != null && scan.isContinued();
    }

    /** Carries out all reads, and keeps the snapshot if pages follow. */
    CompletableFuture<QueryAnswer> answer() {
        return lookUp().thenCompose(ignored -> compute())
                .thenCompose(ignored -> scanFrom(0))
                .thenCompose(ignored -> keep())
                .thenApply(ignored -> new QueryAnswer(snapshot.timestamp(), List.of(results)));
    }

    private CompletableFuture<Void> lookUp() {
        List<Integer> indexes = new ArrayList<>();
        List<Read> lookUps = new ArrayList<>();
        for (int i = 0; i < reads.size(); i++) {
            if (reads.get(i).keys() != null) {
                indexes.add(i);
                lookUps.add(reads.get(i));
            }
        }
        return readers.keys()
                .readAt(located, lookUps, snapshot.timestamp(), left)
                .thenAccept(
                        all -> {
                            for (int i = 0; i < all.size(); i++) {
                                KeyReader.Entries read = all.get(i);
                                put(
                                        indexes.get(i),
                                        new EntriesResult(
                                                lookUps.get(i).state(),
                                                read.entries(),
                                                read.bytes(),
                                                null));
                            }
                        });
    }

    private CompletableFuture<Void> compute() {
        Map<Integer, Totals> totals = new LinkedHashMap<>();
        List<Rounds.Part<?>> parts = new ArrayList<>();
        for (int i = 0; i < reads.size(); i++) {
            Aggregate aggregate = reads.get(i).aggregate();
            if (aggregate != null) {
                Totals ofRead = aggregate.totals();
                totals.put(i, ofRead);
                parts.addAll(scans.totals(stateOf(reads.get(i)), aggregate, ofRead));
            }
        }
        return Rounds.ask(parts, left)
                .thenRun(
                        () ->
                                totals.forEach(
                                        (index, ofRead) ->
                                                put(index, result(reads.get(index), ofRead))));
    }

    private static TotalsResult result(Read read, Totals totals) {
        Aggregate aggregate = read.aggregate();
        boolean isExplained = aggregate != null && aggregate.isExplained();
        return new TotalsResult(read.state(), totals.values(), isExplained ? totals.plan() : null);
    }

    private CompletableFuture<Void> scanFrom(int first) {
        for (int i = first; i < reads.size(); i++) {
            Read read = reads.get(i);
            Scan scan = read.scan();
            if (scan != null) {
                int index = i;
                return scans.page(stateOf(read), scan, null, left)
                        .thenCompose(
                                page -> {
                                    put(index, result(read, scan, page));
                                    return scanFrom(index + 1);
                                });
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    private EntriesResult result(Read read, Scan scan, ScanReader.Page page) {
        Place last = page.last();
        String nextPage = null;
        if (last != null) {
            pagesFollow = true;
            nextPage =
                    readers.tokens()
                            .textOf(
                                    new PageToken(
                                            located.graph(),
                                            read.state(),
                                            pinOfPages,
                                            shared,
                                            snapshot.timestamp(),
                                            last,
                                            scan.json()));
        }
        return new EntriesResult(read.state(), page.entries(), page.bytes(), nextPage, page.plan());
    }

    private void put(int index, ReadResult result) {
        left = left.less(result.bytes());
        results[index] = result;
    }

    private CompletableFuture<Void> keep() {
        return pagesFollow
                ? snapshots.keep(
                        snapshot, pinOfPages, readers.limits().pageLeaseMs(), located.time())
                : CompletableFuture.completedFuture(null);
    }

    private JobLayout.State stateOf(Read read) {
        return located.state(read.state());
    }
}
