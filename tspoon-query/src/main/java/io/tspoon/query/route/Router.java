/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.request.PageToken;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.Read;
import io.tspoon.query.request.Scan;
import io.tspoon.query.request.When;
import io.tspoon.read.JobDirectory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
public final class Router {
    private static final int ATTEMPTS = 3;
    private static final int MAX_SCHEMAS = 1_000;
    private static final long LAST_PAGE_LEASE_MS = 1_000;

    private final JobDirectory directory;
    private final Topology topology;
    private final LocalInstances local;
    private final Peers peers;
    private final Limits limits;
    private final Timer timer;
    private final AnswerJson answers;
    private final KeyReader keys;
    private final SizeLimit size;
    private final SnapshotQuery.Readers readers;
    private final Map<String, Snapshots> snapshots = new ConcurrentHashMap<>();

    /**
     * Schemas of the keys of states elsewhere, by the incarnation of the first instance of the
     * state.
     */
    private final Map<Long, JsonNode> schemas = new ConcurrentHashMap<>();

    /**
     * @param directory tells where the instances of the job are
     * @param local the instances of the job in this process
     * @param peers finds the job's servers
     * @param workers run long conversions
     * @param mapper writes page tokens
     */
    public Router(
            JobDirectory directory,
            LocalInstances local,
            Peers peers,
            Limits limits,
            Timer timer,
            Executor workers,
            ObjectMapper mapper) {
        this.directory = directory;
        this.local = local;
        this.peers = peers;
        this.limits = limits;
        this.timer = timer;
        answers = new AnswerJson(mapper, limits.maxRequestBytes());
        topology = new Topology(directory, timer);
        keys = new KeyReader(new KeyOwners(local, peers), peers, workers);
        size = new SizeLimit(limits.maxResultBytes());
        readers = new SnapshotQuery.Readers(keys, peers, answers, limits);
    }

    public JobDirectory directory() {
        return directory;
    }

    /** Describes t-graphs. */
    public GraphDescriber graphs() {
        return new GraphDescriber(directory, topology, peers, timer);
    }

    /**
     * Reads one key; returns the endpoint's answer.
     *
     * @param caller runs short follow-up work, so that it need not change threads
     */
    public CompletableFuture<ObjectNode> readKey(
            String graph, String state, JsonNode key, When when, Executor caller) {
        Deadline deadline = Deadline.of(when);
        return answer(
                when,
                layout -> {
                    layout.requireReady(graph);
                    layout.state(graph, state);
                    return readKey(layout, graph, state, key, when, deadline, caller);
                });
    }

    /**
     * As {@link #readKey}, for a key given as text. Parsing the text needs the schema of the keys.
     */
    public CompletableFuture<ObjectNode> readKeyOfText(
            String graph,
            String state,
            Function<JsonNode, JsonNode> keyOfSchema,
            When when,
            Executor caller) {
        Deadline deadline = Deadline.of(when);
        return answer(
                when,
                layout ->
                        schema(layout, graph, state, deadline)
                                .thenCompose(
                                        schema ->
                                                readKey(
                                                        layout,
                                                        graph,
                                                        state,
                                                        keyOfSchema.apply(schema),
                                                        when,
                                                        deadline,
                                                        caller)));
    }

    /** Carries out lookups, scans and aggregates in one snapshot; returns the endpoint's answer. */
    public CompletableFuture<ObjectNode> query(String graph, List<Read> reads, When when) {
        Deadline deadline = Deadline.of(when);
        boolean keysOnly = reads.stream().allMatch(read -> read.keys() != null);
        if (when.isAt() && keysOnly) {
            return answer(when, layout -> keysAt(layout, graph, reads, when, deadline));
        }
        boolean own = when.isAt() || reads.stream().anyMatch(read -> read.scan() != null);
        return answer(
                when,
                layout -> {
                    for (Read read : reads) {
                        layout.state(graph, read.state());
                    }
                    Snapshots ofGraph = snapshotsOf(graph);
                    return (own ? ofGraph.acquireOwn(when) : ofGraph.acquire(when))
                            .thenCompose(
                                    snapshot -> querySnapshot(snapshot, graph, reads, deadline));
                });
    }

    /**
     * Reads the next page of a scan. The answer is one result of {@link #query} with its timestamp.
     */
    public CompletableFuture<ObjectNode> nextPage(PageToken token, Scan scan, When when) {
        Deadline deadline = Deadline.of(when);
        return answer(
                when,
                layout -> {
                    Instances instances = Instances.of(layout, token.graph(), peers);
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
                            .thenApply(
                                    page -> {
                                        Place last = page.last();
                                        ObjectNode json =
                                                answers.page(
                                                        page,
                                                        token.state(),
                                                        last == null ? null : token.behind(last));
                                        return AnswerJson.stamp(json, token.snapshot());
                                    });
                });
    }

    /**
     * Starts the lease until the next page, also if this page failed and has to be asked for again.
     * After the last page a short lease is enough for a client that has lost the answer and asks
     * again.
     */
    private void endPage(Instances instances, PageToken token, ScanReader.@Nullable Page page) {
        long pin = token.pin();
        boolean isOver = page != null && page.last() == null && !token.shared();
        long leaseMs = limits.pageLeaseMs();
        long timeoutMs = Instances.UNPIN_TIMEOUT_MS;
        long lastMs = Math.min(LAST_PAGE_LEASE_MS, leaseMs);
        var unused =
                isOver
                        ? instances.keepForLast(pin, token.snapshot(), lastMs, timeoutMs)
                        : instances.keep(pin, token.snapshot(), leaseMs, timeoutMs);
    }

    private CompletableFuture<ObjectNode> readKey(
            Layout layout,
            String graph,
            String state,
            JsonNode key,
            When when,
            Deadline deadline,
            Executor caller) {
        Read read = Read.ofKeys(state, List.of(key));
        if (when.fresh()) {
            return snapshotsOf(graph)
                    .acquire(when)
                    .thenCompose(
                            snapshot -> querySnapshot(snapshot, graph, List.of(read), deadline))
                    .thenApply(
                            answer ->
                                    AnswerJson.key(
                                            answer.path("results").path(0).path("entries").path(0),
                                            answer.path("timestamp").asLong()));
        }
        if (when.isAt()) {
            return keys.readAt(layout, graph, List.of(read), when.at(), size, deadline)
                    .thenApply(all -> AnswerJson.key(all.get(0).entries().path(0), when.at()));
        }
        long after = when.after();
        return keys.readNewest(layout, graph, read, after, size, deadline, caller)
                .thenApply(
                        answer ->
                                AnswerJson.key(
                                        answer.entries().path(0),
                                        Math.max(answer.newest(), after)));
    }

    /** The schema of the keys of a state, to parse keys in paths. */
    private CompletableFuture<JsonNode> schema(
            Layout layout, String graph, String state, Deadline deadline) {
        layout.requireReady(graph);
        layout.state(graph, state);
        LocalInstance<?, ?> instance = local.anyOf(graph, state);
        if (instance != null) {
            return CompletableFuture.completedFuture(instance.keyType().schemaView());
        }
        long incarnation = layout.state(graph, state).instances().get(0).incarnation();
        JsonNode known = schemas.get(incarnation);
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        return graphs().keySchema(layout, graph, state, deadline.leftMs())
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
    private CompletableFuture<ObjectNode> keysAt(
            Layout layout, String graph, List<Read> reads, When when, Deadline deadline) {
        layout.requireReady(graph);
        return keys.readAt(layout, graph, reads, when.at(), size, deadline)
                .thenApply(
                        all -> {
                            List<ObjectNode> results = new ArrayList<>();
                            for (int i = 0; i < all.size(); i++) {
                                results.add(AnswerJson.entries(reads.get(i).state(), all.get(i)));
                            }
                            return AnswerJson.query(results, when.at());
                        });
    }

    private CompletableFuture<ObjectNode> querySnapshot(
            Snapshot snapshot, String graph, List<Read> reads, Deadline deadline) {
        SnapshotQuery query = new SnapshotQuery(readers, snapshot, graph, reads, deadline);
        return CompletableFuture.completedFuture(query)
                .thenCompose(SnapshotQuery::answer)
                .whenComplete((answer, failure) -> snapshot.release());
    }

    /**
     * Bounds the time of an answer: an operator that is blocked must not block clients any longer.
     */
    private <T> CompletableFuture<T> answer(
            When when, Function<Layout, CompletableFuture<T>> action) {
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

    private Snapshots snapshotsOf(String graph) {
        return snapshots.computeIfAbsent(
                graph, name -> new Snapshots(name, topology, peers, limits, timer));
    }
}
