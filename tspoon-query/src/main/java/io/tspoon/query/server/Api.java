/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.route.Failures;
import io.tspoon.query.route.Operation;
import io.tspoon.query.route.Timer;

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
    private final Access access;
    private final ObjectMapper mapper;
    private final Timer timer;
    private final StaticFiles files = new StaticFiles();
    private final AtomicInteger underWay = new AtomicInteger();

    Api(Jobs jobs, Settings settings, Access access, ObjectMapper mapper, Timer timer) {
        this.jobs = jobs;
        this.settings = settings;
        this.access = access;
        this.mapper = mapper;
        this.timer = timer;
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
        return head.method().equals("POST")
                ? null
                : problem(
                        new QueryException(
                                FailureReason.INVALID_REQUEST,
                                "Cannot read request: it has a body, and is no POST."));
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
            requireMethod(call, "GET");
            return CompletableFuture.completedFuture(open);
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
        if (!path.get(0).equals("v1") || path.size() < 2) {
            throw unknownPath();
        }
        if (!path.get(1).equals("jobs")) {
            return path.equals(List.of("v1", "graphs"))
                    ? graphs(call, jobs.all())
                    : jobs.only().thenCompose(job -> ofJob(call, target, path, 1, job));
        }
        if (path.size() == 2) {
            requireMethod(call, "GET");
            return jobs.all().thenApply(this::jobsJson);
        }
        return jobs.named(path.get(2)).thenCompose(job -> ofJob(call, target, path, 3, job));
    }

    private CompletableFuture<HttpAnswer> ofJob(
            HttpCall call, Target target, List<String> path, int from, Job job) {
        List<String> rest = path.subList(from, path.size());
        if (rest.isEmpty()) {
            throw unknownPath();
        }
        if (rest.get(0).equals("internal") && rest.size() == 2 && job.local() != null) {
            requireMethod(call, "POST");
            JsonNode body = body(call);
            if (!(body instanceof ObjectNode object)) {
                throw new QueryException(
                        FailureReason.INVALID_REQUEST, "Cannot read request: no JSON object.");
            }
            long asked = Math.max(1, body.path("timeoutMs").asLong(INTERNAL_TIMEOUT_MS));
            long timeoutMs = Math.min(asked, settings.limits().maxTimeoutMs());
            // The asking server does not wait longer. The operations limit the size of their
            // answers themselves.
            return timer.limit(
                            job.local().call(Operation.ofPath(rest.get(1)), object, timeoutMs),
                            timeoutMs)
                    .thenApply(json -> HttpAnswer.of(mapper, json, Long.MAX_VALUE));
        }
        if (!rest.get(0).equals("graphs")) {
            throw unknownPath();
        }
        if (rest.size() == 1) {
            return graphs(call, CompletableFuture.completedFuture(List.of(job)));
        }
        return new GraphApi(job, rest.get(1), settings, mapper)
                .handle(call, rest.subList(2, rest.size()), target.parameters(), this::body)
                .thenApply(this::answer);
    }

    private CompletableFuture<HttpAnswer> graphs(
            HttpCall call, CompletableFuture<List<Job>> chosen) {
        requireMethod(call, "GET");
        return chosen.thenCompose(
                all -> {
                    List<CompletableFuture<List<ObjectNode>>> lists =
                            all.stream().map(job -> job.router().graphs().list()).toList();
                    return CompletableFuture.allOf(lists.toArray(CompletableFuture[]::new))
                            .handle((ignored, failure) -> graphsJson(lists));
                });
    }

    /** Leaves out jobs that do not answer. If none answers, fails with the reason of the first. */
    private HttpAnswer graphsJson(List<CompletableFuture<List<ObjectNode>>> lists) {
        List<CompletableFuture<List<ObjectNode>>> answered =
                lists.stream().filter(list -> !list.isCompletedExceptionally()).toList();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode graphs = json.putArray("graphs");
        (answered.isEmpty() ? lists : answered).forEach(list -> graphs.addAll(list.join()));
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

    static void requireMethod(HttpCall call, String method) {
        if (!call.method().equals(method)) {
            throw new QueryException(
                    FailureReason.METHOD_NOT_ALLOWED,
                    "Cannot answer: the path is for another method, allowed=" + method + ".");
        }
    }

    static QueryException unknownPath() {
        return new QueryException(
                FailureReason.UNKNOWN_PATH, "Cannot answer: there is nothing at this path.");
    }

    /** Refuses parameters that the path does not know. */
    static void requireKnown(Map<String, String> parameters, java.util.Set<String> known) {
        for (String name : parameters.keySet()) {
            if (!known.contains(name)) {
                throw new QueryException(
                        FailureReason.INVALID_REQUEST,
                        "Cannot read request: there is an unknown parameter, known=" + known + ".");
            }
        }
    }
}
