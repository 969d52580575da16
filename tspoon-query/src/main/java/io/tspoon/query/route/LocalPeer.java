/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.Scan;
import io.tspoon.query.route.LocalInstances.InstanceName;
import io.tspoon.read.CoordinatorStatus;
import io.tspoon.read.ReadableCoordinator;
import io.tspoon.read.ReadableState;
import io.tspoon.read.StateInstance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Carries out operations on the instances in this process.
 *
 * <p>All bodies have {@code graph}. An instance is {@code {state, index, incarnation}}. With {@code
 * maxBytes} an answer is no larger than that: a read or an aggregate answers {@code tooLarge}
 * instead, and a scan ends early and says at which key the rest begins. A key that marks a place in
 * an order comes with a field more, named after it, if its JSON does not tell it from all others:
 * {@code afterBytes}, {@code beforeBytes}, {@code nextBytes}, and {@code keyBytes} in entries.
 *
 * <table>
 * <caption>Bodies and answers</caption>
 * <tr><th>operation</th><th>body</th><th>answer</th></tr>
 * <tr><td>describe</td><td>counts?: false to leave out the numbers of keys</td>
 * <td>states: [{state, index, types, ...}]</td></tr>
 * <tr><td>status</td><td></td><td>coordinators: [...]</td></tr>
 * <tr><td>owners</td><td>state, keys</td><td>owners: [index]</td></tr>
 * <tr><td>pin</td><td>pin, leaseMs, instances</td><td>timestamp: the highest</td></tr>
 * <tr><td>settle</td><td>pin, snapshot, leaseMs, instances; keep?, last?: its reader is done</td>
 * <td></td></tr>
 * <tr><td>unpin</td><td>pin, instances</td><td></td></tr>
 * <tr><td>read</td><td>at or after, reads: [{instance, keys}], maxBytes?</td>
 * <td>newest, results: [{found, values}]; or tooLarge</td></tr>
 * <tr><td>scan</td><td>instance, pin, snapshot, scan, after?, before?, maxBytes?</td>
 * <td>entries, more, next?, keySchema?: if the order of keys depends on it</td></tr>
 * <tr><td>aggregate</td><td>instance, pin, snapshot, aggregate, maxBytes?</td>
 * <td>totals, schemas: if the order of extremes depends on them; or tooLarge</td></tr>
 * </table>
 */
public final class LocalPeer implements Peer {
    /** The snapshot of a read. */
    static final String AT = "at";

    /** A read of the newest values includes every transaction up to this timestamp. */
    static final String AFTER = "after";

    /** Maximum size of the answer in bytes. */
    static final String MAX_BYTES = "maxBytes";

    /** The answer instead of one that is larger than {@link #MAX_BYTES}. */
    static final String TOO_LARGE = "tooLarge";

    /** Whether a pin stays after its reader is done. */
    static final String KEEP = "keep";

    /** Whether the reader has had its last page, so that the sorted keys can be dropped. */
    static final String LAST = "last";

    /** Whether a description includes the numbers of keys, which take a while. True by default. */
    static final String COUNTS = "counts";

    /** How long a description waits for a count. A slower count goes on for a later description. */
    private static final long COUNT_WAIT_MS = 1_000;

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final long MAX_LEASE_MS = ReadableState.LONGEST_DURATION.toMillis();

    private final LocalInstances instances;
    private final Limits limits;
    private final Executor workers;
    private final Executor scanners;
    private final Timer timer;
    private final ScanQueue scans;
    private final SortedKeysCache sortedKeys;

    /**
     * @param workers run long conversions
     * @param scanners run scans
     * @param timer enforces timeouts, and ends what has not been used for a while
     */
    public LocalPeer(
            LocalInstances instances,
            Limits limits,
            Executor workers,
            Executor scanners,
            Timer timer) {
        this.instances = instances;
        this.limits = limits;
        this.workers = workers;
        this.scanners = scanners;
        this.timer = timer;
        sortedKeys = new SortedKeysCache(limits.pageLeaseMs(), timer);
        scans = new ScanQueue(limits.maxConcurrentScans(), scanners);
    }

    @Override
    public CompletableFuture<JsonNode> call(Operation operation, ObjectNode body, long timeoutMs) {
        try {
            String graph = body.path("graph").asText();
            Duration timeout = Duration.ofMillis(timeoutMs);
            return switch (operation) {
                case DESCRIBE -> Futures.hop(describe(graph, body, timeoutMs), workers);
                case STATUS -> CompletableFuture.completedFuture(status(graph));
                case OWNERS -> CompletableFuture.completedFuture(owners(graph, body));
                case PIN -> Futures.hop(pin(graph, body), workers);
                case SETTLE -> Futures.hop(settle(graph, body), workers);
                case UNPIN -> CompletableFuture.completedFuture(unpin(graph, body));
                case READ -> read(graph, body, timeout);
                case SCAN -> Futures.hop(scan(graph, body, timeout), workers);
                case AGGREGATE -> Futures.hop(aggregate(graph, body, timeout), workers);
            };
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<JsonNode> describe(String graph, JsonNode body, long timeoutMs) {
        boolean counting = body.path(COUNTS).asBoolean(true);
        long waitMs = Math.min(COUNT_WAIT_MS, timeoutMs / 2);
        ObjectNode answer = JSON.objectNode();
        ArrayNode states = answer.putArray("states");
        List<CompletableFuture<?>> counts = new ArrayList<>();
        for (LocalInstance<?, ?> instance : instances.ofGraph(graph)) {
            StateInstance<?, ?> description = instance.description();
            ObjectNode state =
                    states.addObject()
                            .put("state", description.state())
                            .put("index", description.index())
                            .put("maxParallelism", description.maxParallelism())
                            .put("constraint", description.constraint())
                            .put("retentionMs", description.retention().toMillis());
            state.set("keySchema", instance.keyType().schema());
            state.set("valueSchema", instance.valueType().schema());
            if (!instance.initialValue().isNull()) {
                state.set("initialValue", instance.initialValue());
            }
            state.put("keys", -1);
            if (counting) {
                counts.add(
                        timer.limit(instance.state().keyCount(), waitMs)
                                .handle((count, failure) -> failure == null ? count : -1L)
                                .thenAccept(count -> state.put("keys", count)));
            }
        }
        return CompletableFuture.allOf(counts.toArray(CompletableFuture[]::new))
                .thenApply(ignored -> answer);
    }

    private ObjectNode status(String graph) {
        ObjectNode answer = JSON.objectNode();
        ArrayNode all = answer.putArray("coordinators");
        for (ReadableCoordinator coordinator : instances.coordinatorsOf(graph)) {
            CoordinatorStatus status = coordinator.status();
            all.addObject()
                    .put("index", coordinator.index())
                    .put("committed", status.committed())
                    .put("aborted", status.aborted())
                    .put("retries", status.retries())
                    .put("inFlight", status.inFlight())
                    .put("latencyP50Ns", status.latencyP50Ns())
                    .put("latencyP99Ns", status.latencyP99Ns())
                    .put("stableLagMs", status.stableLagMs());
        }
        return answer;
    }

    private ObjectNode owners(String graph, JsonNode body) {
        LocalInstance<?, ?> instance = instances.anyOf(graph, body.path("state").asText());
        if (instance == null) {
            throw new QueryException(
                    FailureReason.MOVED, "Cannot find owners: no instance of the state is here.");
        }
        ObjectNode answer = JSON.objectNode();
        ArrayNode owners = answer.putArray("owners");
        for (JsonNode key : body.path("keys")) {
            owners.add(instance.ownerOf(key));
        }
        return answer;
    }

    private CompletableFuture<JsonNode> pin(String graph, JsonNode body) {
        long pin = body.path("pin").asLong();
        Duration lease = lease(body);
        return each(graph, body, instance -> instance.state().pin(pin, lease))
                .thenApply(
                        timestamps ->
                                JSON.objectNode()
                                        .put(
                                                "timestamp",
                                                timestamps.stream()
                                                        .mapToLong(Long::longValue)
                                                        .max()
                                                        .orElse(0)));
    }

    private CompletableFuture<JsonNode> settle(String graph, JsonNode body) {
        long pin = body.path("pin").asLong();
        long snapshot = body.path("snapshot").asLong();
        Duration lease = lease(body);
        boolean keep = body.path(KEEP).asBoolean();
        if (body.path(LAST).asBoolean()) {
            sortedKeys.remove(pin);
        }
        return each(
                        graph,
                        body,
                        instance ->
                                keep
                                        ? instance.state().keep(pin, lease)
                                        : instance.state().settle(pin, snapshot, lease))
                .thenApply(ignored -> JSON.objectNode());
    }

    private ObjectNode unpin(String graph, JsonNode body) {
        long pin = body.path("pin").asLong();
        for (JsonNode name : body.path("instances")) {
            try {
                instances.require(graph, InstanceName.of(name)).state().unpin(pin);
            } catch (QueryException e) {
                // The instance has ended, and its pins with it.
            }
        }
        sortedKeys.remove(pin);
        return JSON.objectNode();
    }

    private CompletableFuture<JsonNode> read(String graph, JsonNode body, Duration timeout) {
        JsonNode reads = body.path("reads");
        if (total(reads) > limits.maxEntries()) {
            throw new QueryException(
                    FailureReason.RESULT_TOO_LARGE,
                    "Cannot read keys: they are too many, "
                            + QueryOptions.MAX_ENTRIES.key()
                            + "="
                            + limits.maxEntries()
                            + ".");
        }
        LocalRead all = new LocalRead(body, size(body), timeout, timer, workers);
        for (JsonNode read : reads) {
            all.add(
                    instances.require(graph, InstanceName.of(read.path("instance"))),
                    read.path("keys"));
        }
        return all.answer();
    }

    private static int total(JsonNode reads) {
        int keys = 0;
        for (JsonNode read : reads) {
            keys += read.path("keys").size();
        }
        return keys;
    }

    /** The answer if the real one would be larger than the sender of the request allows. */
    static JsonNode tooLarge() {
        return JSON.objectNode().put(TOO_LARGE, true);
    }

    private CompletableFuture<JsonNode> scan(String graph, JsonNode body, Duration timeout) {
        LocalInstance<?, ?> instance = instanceOf(graph, body);
        Scan scan = Scan.of(body.path("scan"), limits.maxEntries(), instance.types());
        Place after = Place.in(body, "after");
        boolean inOrder = after != null;
        SizeLimit size = size(body);
        PageCollector page =
                body.has(MAX_BYTES)
                        ? PageCollector.ofPart(scan, size, inOrder, Place.in(body, "before"))
                        : new PageCollector(scan, size, inOrder);
        return scanning(body, timeout, keys -> keys.page(instance, scan, after, page));
    }

    private CompletableFuture<JsonNode> aggregate(String graph, JsonNode body, Duration timeout) {
        LocalInstance<?, ?> instance = instanceOf(graph, body);
        Aggregate aggregate = Aggregate.of(body.path("aggregate"), instance.types());
        SizeLimit size = size(body);
        return scanning(body, timeout, keys -> keys.totals(instance, aggregate, size));
    }

    private SizeLimit size(JsonNode body) {
        long most = limits.maxResultBytes();
        long asked = body.path(MAX_BYTES).asLong(most);
        return new SizeLimit(Math.max(0, Math.min(asked, most)), most);
    }

    private LocalInstance<?, ?> instanceOf(String graph, JsonNode body) {
        return instances.require(graph, InstanceName.of(body.path("instance")));
    }

    private CompletableFuture<JsonNode> scanning(
            JsonNode body,
            Duration timeout,
            Function<InstanceScan, CompletableFuture<JsonNode>> work) {
        InstanceScan scan =
                new InstanceScan(
                        body.path("pin").asLong(),
                        body.path("snapshot").asLong(),
                        System.nanoTime() + timeout.toNanos(),
                        limits,
                        timer,
                        scanners,
                        sortedKeys);
        return scans.run(() -> work.apply(scan));
    }

    private static Duration lease(JsonNode body) {
        long leaseMs = body.path("leaseMs").asLong();
        return Duration.ofMillis(Math.max(1, Math.min(MAX_LEASE_MS, leaseMs)));
    }

    private <T> CompletableFuture<List<T>> each(
            String graph,
            JsonNode body,
            Function<LocalInstance<?, ?>, CompletableFuture<T>> action) {
        List<CompletableFuture<T>> all = new ArrayList<>();
        for (JsonNode name : body.path("instances")) {
            all.add(action.apply(instances.require(graph, InstanceName.of(name))));
        }
        return Futures.all(all);
    }
}
