/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.PageToken;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.Read;
import io.tspoon.query.request.Scan;
import io.tspoon.query.request.Totals;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.node.ObjectNode;

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
    record Readers(KeyReader keys, Peers peers, AnswerJson answers, Limits limits) {}

    private final Readers readers;
    private final Snapshot snapshot;
    private final String graph;
    private final List<Read> reads;
    private final Deadline deadline;
    private final ScanReader scans;
    private final boolean shared;
    private final ObjectNode[] results;
    private SizeLimit left;

    SnapshotQuery(
            Readers readers, Snapshot snapshot, String graph, List<Read> reads, Deadline deadline) {
        this.readers = readers;
        this.snapshot = snapshot;
        this.graph = graph;
        this.reads = reads;
        this.deadline = deadline;
        scans = new ScanReader(readers.peers(), snapshot.pin(), snapshot.timestamp(), deadline);
        shared = reads.stream().filter(read -> read.scan() != null).count() > 1;
        results = new ObjectNode[reads.size()];
        left = new SizeLimit(readers.limits().maxResultBytes());
    }

    /**
     * Carries out all reads, keeps the snapshot if pages follow, and returns the endpoint's answer.
     */
    CompletableFuture<ObjectNode> answer() {
        return lookUp().thenCompose(ignored -> compute())
                .thenCompose(ignored -> scanFrom(0))
                .thenCompose(ignored -> keep())
                .thenApply(ignored -> AnswerJson.query(List.of(results), snapshot.timestamp()));
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
                .readAt(snapshot.layout(), graph, lookUps, snapshot.timestamp(), left, deadline)
                .thenAccept(
                        all -> {
                            for (int i = 0; i < all.size(); i++) {
                                KeyReader.Entries read = all.get(i);
                                ObjectNode result =
                                        AnswerJson.entries(lookUps.get(i).state(), read);
                                put(indexes.get(i), result, AnswerJson.size(result, read.bytes()));
                            }
                        });
    }

    private CompletableFuture<Void> compute() {
        Map<Integer, Totals> totals = new LinkedHashMap<>();
        List<Rounds.Part> parts = new ArrayList<>();
        for (int i = 0; i < reads.size(); i++) {
            Aggregate aggregate = reads.get(i).aggregate();
            if (aggregate != null) {
                Totals ofRead = aggregate.totals();
                totals.put(i, ofRead);
                parts.addAll(scans.totals(stateOf(reads.get(i)), aggregate, ofRead));
            }
        }
        return Rounds.ask(parts, left).thenRun(() -> totals.forEach(this::put));
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
                                    ObjectNode result = page(read, scan, page);
                                    put(index, result, AnswerJson.size(result, page.bytes()));
                                    return scanFrom(index + 1);
                                });
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    private ObjectNode page(Read read, Scan scan, ScanReader.Page page) {
        Place last = page.last();
        PageToken next =
                last == null
                        ? null
                        : new PageToken(
                                graph,
                                read.state(),
                                snapshot.pin(),
                                shared,
                                snapshot.timestamp(),
                                last,
                                scan.json());
        return readers.answers().page(page, read.state(), next);
    }

    private void put(int index, Totals totals) {
        ObjectNode result = AnswerJson.totals(reads.get(index).state(), totals.json());
        put(index, result, SizeLimit.sizeOf(result));
    }

    private void put(int index, ObjectNode result, long bytes) {
        left = left.less(bytes);
        results[index] = result;
    }

    private CompletableFuture<Void> keep() {
        for (ObjectNode result : results) {
            if (AnswerJson.hasNextPage(result)) {
                return snapshot.keep(readers.limits().pageLeaseMs(), deadline.leftMs());
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    private JobLayout.State stateOf(Read read) {
        return snapshot.layout().state(graph, read.state());
    }
}
