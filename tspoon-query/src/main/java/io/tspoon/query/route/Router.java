/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Limits;
import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.bound.TimeLimit;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.local.LocalInstance;
import io.tspoon.query.peer.Peers;
import io.tspoon.query.request.PageToken;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.Read;
import io.tspoon.query.request.Scan;
import io.tspoon.query.request.WantedSnapshot;
import io.tspoon.read.JobDirectory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Answers reads of one job, wherever its instances are. Any thread may use it.
 *
 * <p>If a read fails because an instance has moved, it is tried again with a new layout. So a
 * request fails with MOVED or NOT_READY only while the job itself is not ready.
 */
@Internal
public final class Router {
    private static final int ATTEMPTS = 3;
    private static final int MAX_SCHEMAS = 1_000;
    private static final long LAST_PAGE_LEASE_MS = 1_000;

    private final ServedJob job;
    private final Topology topology;
    private final Peers peers;
    private final Limits limits;
    private final Timer timer;
    private final PageTokens tokens;
    private final KeyReader keys;
    private final CallSender calls;
    private final SizeLimit size;
    private final SnapshotQuery.Readers readers;
    private final Map<String, PinnedSnapshots> snapshots = new ConcurrentHashMap<>();

    /**
     * Schemas of the keys of states elsewhere, by the incarnation of the first instance of the
     * state.
     */
    private final Map<Long, JsonNode> schemas = new ConcurrentHashMap<>();

    /**
     * @param workers run long conversions
     * @param mapper writes page tokens
     */
    public Router(
            ServedJob job, Limits limits, Timer timer, Executor workers, ObjectMapper mapper) {
        this.job = job;
        this.limits = limits;
        this.timer = timer;
        peers = job.peers();
        tokens = new PageTokens(mapper, limits.maxRequestBytes());
        topology = new Topology(job.directory(), timer);
        keys = new KeyReader(new KeyOwners(job.local(), peers), peers, workers);
        calls = new CallSender(topology, new CallOwners(job.local().calls(), peers), peers, timer);
        size = new SizeLimit(limits.maxResultBytes());
        readers = new SnapshotQuery.Readers(keys, peers, tokens, limits);
    }

    public JobDirectory directory() {
        return job.directory();
    }

    /** Describes t-graphs. */
    public GraphDescriber graphs() {
        return new GraphDescriber(job.directory(), topology, peers, timer);
    }

    /** Tells what became of transactions. */
    public OutcomeFinder outcomes() {
        return new OutcomeFinder(topology, peers, timer);
    }

    /** Sends calls, and tells what became of them. */
    public CallSender calls() {
        return calls;
    }

    /**
     * Reads one key.
     *
     * @param caller runs short follow-up work, so that it need not change threads
     */
    public CompletableFuture<KeyAnswer> readKey(
            String graph, String state, JsonNode key, WantedSnapshot when, Executor caller) {
        TimeLimit deadline = TimeLimit.ofMs(when.timeoutMs());
        return answer(
                when,
                layout -> {
                    LocatedGraph located = new LocatedGraph(layout, graph, deadline);
                    located.requireReady();
                    located.state(state);
                    return readKey(located, Read.ofKeys(state, List.of(key)), when, caller);
                });
    }

    /**
     * As {@link #readKey}, for a key given as text. Parsing the text needs the schema of the keys.
     */
    public CompletableFuture<KeyAnswer> readKeyOfText(
            String graph,
            String state,
            Function<JsonNode, JsonNode> keyOfSchema,
            WantedSnapshot when,
            Executor caller) {
        TimeLimit deadline = TimeLimit.ofMs(when.timeoutMs());
        return answer(
                when,
                layout -> {
                    LocatedGraph located = new LocatedGraph(layout, graph, deadline);
                    return schema(located, state)
                            .thenCompose(
                                    schema -> {
                                        JsonNode key = keyOfSchema.apply(schema);
                                        Read read = Read.ofKeys(state, List.of(key));
                                        return readKey(located, read, when, caller);
                                    });
                });
    }

    /** Carries out lookups, scans and aggregates in one snapshot. */
    public CompletableFuture<QueryAnswer> query(
            String graph, List<Read> reads, WantedSnapshot when) {
        TimeLimit deadline = TimeLimit.ofMs(when.timeoutMs());
        boolean keysOnly = reads.stream().allMatch(read -> read.keys() != null);
        if (when.isAt() && keysOnly) {
            return answer(
                    when, layout -> keysAt(new LocatedGraph(layout, graph, deadline), reads, when));
        }
        return answer(
                when,
                layout -> {
                    for (Read read : reads) {
                        layout.state(graph, read.state());
                    }
                    PinnedSnapshots ofGraph = snapshotsOf(graph);
                    return (when.isAt() ? ofGraph.acquireOwn(when) : ofGraph.acquire(when))
                            .thenCompose(
                                    snapshot -> querySnapshot(snapshot, graph, reads, deadline));
                });
    }

    /** Reads the next page of a scan. The answer has this result only. */
    public CompletableFuture<QueryAnswer> nextPage(
            PageToken token, Scan scan, WantedSnapshot when) {
        TimeLimit deadline = TimeLimit.ofMs(when.timeoutMs());
        return answer(
                when,
                layout -> {
                    GraphInstances instances = GraphInstances.of(layout, token.graph(), peers);
                    long pin = token.pin();
                    long leftMs = deadline.leftMs();
                    return instances
                            .settle(pin, token.snapshot(), limits.pageLeaseMs() + leftMs, leftMs)
                            .thenCompose(
                                    ignored ->
                                            new ScanReader(peers, pin, token.snapshot(), deadline)
                                                    .page(
                                                            layout.state(
                                                                    token.graph(), token.state()),
                                                            scan,
                                                            token.after(),
                                                            size))
                            .whenComplete((page, failure) -> endPage(instances, token, page))
                            .thenApply(page -> answer(token, page));
                });
    }

    private QueryAnswer answer(PageToken token, ScanReader.Page page) {
        Place last = page.last();
        String next = last == null ? null : tokens.textOf(token.behind(last));
        ReadResult result =
                new EntriesResult(token.state(), page.entries(), page.bytes(), next, page.plan());
        return new QueryAnswer(token.snapshot(), List.of(result));
    }

    /**
     * Starts the lease until the next page, also if this page failed and has to be asked for again.
     * After the last page a short lease is enough for a client that has lost the answer and asks
     * again.
     */
    private void endPage(
            GraphInstances instances, PageToken token, ScanReader.@Nullable Page page) {
        long pin = token.pin();
        boolean isOver = page != null && page.last() == null && !token.shared();
        long leaseMs = limits.pageLeaseMs();
        long timeoutMs = GraphInstances.UNPIN_TIMEOUT_MS;
        long lastMs = Math.min(LAST_PAGE_LEASE_MS, leaseMs);
        var unused =
                isOver
                        ? instances.keepForLast(pin, token.snapshot(), lastMs, timeoutMs)
                        : instances.keep(pin, token.snapshot(), leaseMs, timeoutMs);
    }

    private CompletableFuture<KeyAnswer> readKey(
            LocatedGraph located, Read read, WantedSnapshot when, Executor caller) {
        if (when.fresh()) {
            return snapshotsOf(located.graph())
                    .acquire(when)
                    .thenCompose(snapshot -> keyAt(snapshot, located, read));
        }
        if (when.isAt()) {
            return keys.readAt(located, List.of(read), when.at(), size)
                    .thenApply(all -> new KeyAnswer(when.at(), all.get(0).entries().get(0)));
        }
        long after = when.after();
        return keys.readNewest(located, read, after, size, caller)
                .thenApply(
                        found ->
                                new KeyAnswer(
                                        Math.max(found.newest(), after), found.entries().get(0)));
    }

    /** Reads a key in a snapshot, and releases that. */
    private CompletableFuture<KeyAnswer> keyAt(
            PinnedSnapshot snapshot, LocatedGraph located, Read read) {
        LocatedGraph pinned = new LocatedGraph(snapshot.layout(), located.graph(), located.time());
        return Failures.<LocatedGraph, List<KeyReader.Entries>>guarded(
                        one -> keys.readAt(one, List.of(read), snapshot.timestamp(), size))
                .apply(pinned)
                .whenComplete(
                        (all, failure) -> release(snapshotsOf(located.graph()), snapshot, failure))
                .thenApply(all -> new KeyAnswer(snapshot.timestamp(), all.get(0).entries().get(0)));
    }

    /** The schema of the keys of a state, to parse keys in paths. */
    private CompletableFuture<JsonNode> schema(LocatedGraph located, String state) {
        located.requireReady();
        located.state(state);
        LocalInstance<?, ?> instance = job.local().anyOf(located.graph(), state);
        if (instance != null) {
            return CompletableFuture.completedFuture(instance.keyType().schemaView());
        }
        long incarnation = located.state(state).instances().get(0).incarnation();
        JsonNode known = schemas.get(incarnation);
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        return graphs().keySchema(located, state)
                .thenApply(
                        schema -> {
                            if (schemas.size() >= MAX_SCHEMAS) {
                                schemas.clear();
                            }
                            schemas.put(incarnation, schema);
                            return schema;
                        });
    }

    /**
     * Reads keys at a past timestamp. That needs no pin: each instance answers, or says that it no
     * longer keeps this snapshot.
     */
    private CompletableFuture<QueryAnswer> keysAt(
            LocatedGraph located, List<Read> reads, WantedSnapshot when) {
        located.requireReady();
        return keys.readAt(located, reads, when.at(), size)
                .thenApply(
                        all -> {
                            List<ReadResult> results = new ArrayList<>();
                            for (int i = 0; i < all.size(); i++) {
                                KeyReader.Entries found = all.get(i);
                                results.add(
                                        new EntriesResult(
                                                reads.get(i).state(),
                                                found.entries(),
                                                found.bytes(),
                                                null));
                            }
                            return new QueryAnswer(when.at(), results);
                        });
    }

    private CompletableFuture<QueryAnswer> querySnapshot(
            PinnedSnapshot snapshot, String graph, List<Read> reads, TimeLimit deadline) {
        PinnedSnapshots ofGraph = snapshotsOf(graph);
        SnapshotQuery query = new SnapshotQuery(readers, ofGraph, snapshot, graph, reads, deadline);
        return CompletableFuture.completedFuture(query)
                .thenCompose(SnapshotQuery::answer)
                .whenComplete((answer, failure) -> release(ofGraph, snapshot, failure));
    }

    private static void release(
            PinnedSnapshots ofGraph, PinnedSnapshot snapshot, @Nullable Throwable failure) {
        if (failure != null) {
            ofGraph.failed(snapshot, failure);
        }
        snapshot.release();
    }

    /**
     * Bounds the time of an answer: an operator that is blocked must not block clients any longer.
     */
    private <T> CompletableFuture<T> answer(
            WantedSnapshot when, Function<Layout, CompletableFuture<T>> action) {
        return timer.limit(attempt(ATTEMPTS, action), when.timeoutMs());
    }

    private <T> CompletableFuture<T> attempt(
            int attempts, Function<Layout, CompletableFuture<T>> action) {
        return topology.current()
                .thenCompose(
                        layout ->
                                Failures.guarded(action)
                                        .apply(layout)
                                        .exceptionallyCompose(
                                                failure ->
                                                        again(attempts, layout, failure, action)));
    }

    private <T> CompletableFuture<T> again(
            int attempts,
            Layout layout,
            Throwable failure,
            Function<Layout, CompletableFuture<T>> action) {
        QueryException known = Failures.of(failure);
        if (known.reason() != FailureReason.MOVED || attempts == 1) {
            return CompletableFuture.failedFuture(known);
        }
        topology.suspect(layout);
        return attempt(attempts - 1, action);
    }

    private PinnedSnapshots snapshotsOf(String graph) {
        return snapshots.computeIfAbsent(
                graph, name -> new PinnedSnapshots(name, topology, peers, limits, timer));
    }
}
