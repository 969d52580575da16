/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.Peer;
import io.tspoon.query.peer.Request;
import io.tspoon.query.route.ListedGraph;
import io.tspoon.query.wire.MessageCodec;
import io.tspoon.query.wire.PeerProtocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The paths of the endpoint, as the OpenAPI document describes them. Independent of any HTTP
 * library. Any thread may use it.
 */
final class Api implements Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(Api.class);
    private static final long INTERNAL_TIMEOUT_MS = 5_000;

    private final Jobs jobs;
    private final Settings settings;
    private final Authorization access;
    private final ObjectMapper mapper;
    private final Timer timer;
    private final StaticFiles files;
    private final AtomicInteger underWay = new AtomicInteger();

    Api(Jobs jobs, Settings settings, Authorization access, ObjectMapper mapper, Timer timer) {
        this.jobs = jobs;
        this.settings = settings;
        this.access = access;
        this.mapper = mapper;
        this.timer = timer;
        files = new StaticFiles(settings.limits().maxEntries());
    }

    /**
     * Refuses the bodies of clients that may not read, whatever the path is, so that they cannot
     * fill the server's memory.
     */
    @Override
    public @Nullable HttpAnswer refuseBody(HttpCall head) {
        try {
            access.check(head);
        } catch (QueryException e) {
            return problem(e);
        }
        if (head.method().equals(Methods.POST)) {
            return null;
        }
        HttpAnswer refusal = refuseMethod(head);
        return refusal != null
                ? refusal
                : problem(
                        new QueryException(
                                FailureReason.INVALID_REQUEST,
                                "Cannot read request: it has a body, and is no POST."));
    }

    /** The answer if the path is for another method; null if it is not, or is no path. */
    private @Nullable HttpAnswer refuseMethod(HttpCall head) {
        try {
            List<String> path = Target.of(head.target()).path();
            String method = files.find(path) != null ? Methods.GET : Methods.of(path);
            return method == null || method.equals(head.method())
                    ? null
                    : HttpAnswer.wrongMethod(method);
        } catch (QueryException e) {
            return null;
        }
    }

    @Override
    public CompletableFuture<HttpAnswer> handle(HttpCall call) {
        int others = underWay.getAndIncrement();
        CompletableFuture<HttpAnswer> answer;
        try {
            answer = route(call, others);
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        // Counts the work itself, not the returned future: the connection may complete that one
        // early.
        CompletableFuture<HttpAnswer> unused =
                answer.whenComplete((result, failure) -> underWay.decrementAndGet());
        return answer.handle((result, failure) -> failure == null ? result : problem(failure));
    }

    private CompletableFuture<HttpAnswer> route(HttpCall call, int others) {
        Target target = Target.of(call.target());
        List<String> path = target.path();
        HttpAnswer open = files.find(path);
        if (open != null) {
            return CompletableFuture.completedFuture(
                    call.method().equals(Methods.GET) ? open : HttpAnswer.wrongMethod(Methods.GET));
        }
        access.check(call);
        if (others >= settings.maxConcurrentRequests()) {
            throw new QueryException(
                    FailureReason.OVERLOADED,
                    "Cannot answer: too many requests are under way, "
                            + QueryOptions.MAX_CONCURRENT_REQUESTS.key()
                            + "="
                            + settings.maxConcurrentRequests()
                            + ".");
        }
        String method = Methods.of(path);
        if (method == null) {
            throw unknownPath(path);
        }
        if (!method.equals(call.method())) {
            return CompletableFuture.completedFuture(HttpAnswer.wrongMethod(method));
        }
        if (!path.get(1).equals("jobs")) {
            return path.equals(List.of("v1", "graphs"))
                    ? graphs(target, jobs.all())
                    : jobs.only().thenCompose(job -> ofJob(call, target, path, 1, job));
        }
        if (path.size() == 2) {
            requireKnown(target.parameters(), Set.of());
            return jobs.all().thenApply(this::jobsJson);
        }
        return jobs.named(path.get(2)).thenCompose(job -> ofJob(call, target, path, 3, job));
    }

    private CompletableFuture<HttpAnswer> ofJob(
            HttpCall call, Target target, List<String> path, int from, Job job) {
        List<String> rest = path.subList(from, path.size());
        if (rest.get(0).equals("internal")) {
            if (job.local() == null) {
                throw unknownPath(path);
            }
            JsonNode body = body(call);
            if (!body.isObject()) {
                throw new QueryException(
                        FailureReason.INVALID_REQUEST, "Cannot read request: no JSON object.");
            }
            long asked = PeerProtocol.timeoutMs(body, INTERNAL_TIMEOUT_MS);
            long timeoutMs = Math.min(asked, settings.limits().maxTimeoutMs());
            // The asking server does not wait longer. The operations limit the size of their
            // answers themselves.
            return timer.limit(
                            serve(PeerProtocol.ofPath(rest.get(1)), job.local(), body, timeoutMs),
                            timeoutMs)
                    .thenApply(json -> HttpAnswer.of(mapper, json, Long.MAX_VALUE));
        }
        if (rest.size() == 1) {
            return graphs(target, CompletableFuture.completedFuture(List.of(job)));
        }
        return new GraphApi(job, rest.get(1), settings, mapper)
                .handle(call, rest.subList(2, rest.size()), target.parameters(), this::body)
                .thenApply(this::answer);
    }

    private static <Q extends Request<A>, A> CompletableFuture<ObjectNode> serve(
            MessageCodec<Q, A> codec, Peer peer, JsonNode body, long timeoutMs) {
        return peer.call(codec.read(body), timeoutMs).thenApply(codec::writeAnswer);
    }

    private CompletableFuture<HttpAnswer> graphs(
            Target target, CompletableFuture<List<Job>> chosen) {
        requireKnown(target.parameters(), Set.of());
        return chosen.thenCompose(
                all -> {
                    List<CompletableFuture<List<ListedGraph>>> lists =
                            all.stream().map(job -> job.router().graphs().list()).toList();
                    return CompletableFuture.allOf(lists.toArray(CompletableFuture[]::new))
                            .handle((ignored, failure) -> graphsJson(lists));
                });
    }

    /** Leaves out jobs that do not answer. If none answers, fails with the reason of the first. */
    private HttpAnswer graphsJson(List<CompletableFuture<List<ListedGraph>>> lists) {
        List<CompletableFuture<List<ListedGraph>>> answered =
                lists.stream().filter(list -> !list.isCompletedExceptionally()).toList();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode graphs = json.putArray("graphs");
        (answered.isEmpty() ? lists : answered)
                .forEach(list -> list.join().forEach(graph -> graphs.add(AnswerJson.of(graph))));
        return answer(json);
    }

    private HttpAnswer jobsJson(List<Job> all) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode array = json.putArray("jobs");
        all.forEach(job -> array.addObject().put("id", job.id()).put("name", job.name()));
        return answer(json);
    }

    private HttpAnswer answer(JsonNode json) {
        return HttpAnswer.of(mapper, json, settings.limits().maxResultBytes());
    }

    private JsonNode body(HttpCall call) {
        try {
            JsonNode json = mapper.readTree(call.body());
            if (json != null && !json.isMissingNode()) {
                return json;
            }
        } catch (StreamConstraintsException e) {
            throw new QueryException(
                    FailureReason.INVALID_REQUEST,
                    "Cannot read request: its body is nested too deeply, or has a number, a name or"
                            + " a text that is too long.");
        } catch (JsonProcessingException e) {
            throw new QueryException(
                    FailureReason.INVALID_REQUEST,
                    "Cannot read request: its body is no JSON, line="
                            + e.getLocation().getLineNr()
                            + ", column="
                            + e.getLocation().getColumnNr()
                            + ".");
        } catch (IOException e) {
            // Such as bytes that are not UTF-8; falls through to the message.
        }
        throw new QueryException(
                FailureReason.INVALID_REQUEST, "Cannot read request: its body is no JSON.");
    }

    private static HttpAnswer problem(Throwable failure) {
        QueryException known = Failures.of(failure);
        if (known.reason() == FailureReason.INTERNAL) {
            LOG.error("A request failed: {}", known.getMessage(), known.getCause());
        }
        return HttpAnswer.problem(known);
    }

    private static QueryException unknownPath(List<String> path) {
        int keys = path.indexOf("keys");
        boolean ofKey = keys > 0 && keys + 2 < path.size() && path.contains("states");
        return new QueryException(
                FailureReason.UNKNOWN_PATH,
                "Cannot answer: there is nothing at this path."
                        + (ofKey
                                ? " If the key has a slash, write it as %2F, or ask with"
                                        + " .../value?key=<JSON> or with a POST to .../query."
                                : ""));
    }

    /** Refuses parameters that the path does not know. */
    static void requireKnown(Map<String, String> parameters, Set<String> known) {
        for (String name : parameters.keySet()) {
            if (!known.contains(name)) {
                throw new QueryException(
                        FailureReason.INVALID_REQUEST,
                        "Cannot read request: there is an unknown parameter, known=" + known + ".");
            }
        }
    }
}
