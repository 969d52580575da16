/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.CallFailure;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The endpoint, as the OpenAPI document describes it: files for anybody, and {@code Paths} for
 * those who may read. Independent of any HTTP library. Any thread may use it.
 */
@Internal
public final class Api implements Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(Api.class);

    private final Authorization authorization;
    private final int maxConcurrentRequests;
    private final Paths paths;
    private final StaticFiles files;
    private final AtomicInteger underWay = new AtomicInteger();

    /**
     * @param jobs the jobs that can be read here
     * @param mapper reads requests and writes answers
     * @param timer enforces timeouts
     */
    public Api(
            Jobs jobs,
            EndpointLimits limits,
            Authorization authorization,
            ObjectMapper mapper,
            Timer timer) {
        this.authorization = authorization;
        maxConcurrentRequests = limits.maxConcurrentRequests();
        Bodies bodies = new Bodies(mapper, limits.limits().maxResultBytes());
        paths = new Paths(jobs, limits, bodies, timer);
        files = new StaticFiles(limits.limits().maxEntries());
    }

    /**
     * Refuses the bodies of clients that may not read, whatever the path is, so that they cannot
     * fill the server's memory.
     */
    @Override
    public @Nullable HttpAnswer refuseBody(HttpCall head) {
        try {
            Caller caller = authorization.check(head);
            Paths.Found found = find(head);
            if (found != null) {
                caller.require(found.route().right());
            }
        } catch (QueryException e) {
            return problem(e, head);
        }
        if (head.method().equals(Route.POST)) {
            return null;
        }
        HttpAnswer refusal = refuseMethod(head);
        return refusal != null
                ? refusal
                : problem(
                        new QueryException(
                                FailureReason.INVALID_REQUEST,
                                "[TSP-4015] Cannot read request: it has a body, and is no POST."),
                        head);
    }

    /** The line of a request's path; null if there is none. */
    private Paths.@Nullable Found find(HttpCall head) {
        try {
            return paths.find(head.method(), Target.of(head.target()).path());
        } catch (QueryException e) {
            return null; // whoever reads the address says so
        }
    }

    /** The answer if the path is for other methods; null if it is not, or is no path. */
    private @Nullable HttpAnswer refuseMethod(HttpCall head) {
        try {
            List<String> path = Target.of(head.target()).path();
            if (files.find(path) != null) {
                return refuseMethod(head, Set.of(Route.GET));
            }
            Paths.Found found = paths.find(head.method(), path);
            return found == null ? null : refuseMethod(head, found.methods());
        } catch (QueryException e) {
            return null;
        }
    }

    private static @Nullable HttpAnswer refuseMethod(HttpCall head, Set<String> methods) {
        return methods.contains(head.method()) ? null : HttpAnswer.wrongMethod(methods);
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
        return answer.handle(
                (result, failure) -> failure == null ? result : problem(failure, call));
    }

    private CompletableFuture<HttpAnswer> route(HttpCall call, int others) {
        Target target = Target.of(call.target());
        List<String> path = target.path();
        HttpAnswer open = files.find(path);
        if (open != null) {
            HttpAnswer refusal = refuseMethod(call, Set.of(Route.GET));
            return CompletableFuture.completedFuture(refusal == null ? open : refusal);
        }
        Caller caller = authorization.check(call);
        if (others >= maxConcurrentRequests) {
            throw new QueryException(
                    FailureReason.OVERLOADED,
                    "[TSP-4202] Cannot answer: too many requests are under way, "
                            + QueryOptions.MAX_CONCURRENT_REQUESTS.key()
                            + "="
                            + maxConcurrentRequests
                            + ".");
        }
        Paths.Found found = paths.find(call.method(), path);
        if (found == null) {
            throw Paths.unknown(path);
        }
        Route route = found.route();
        caller.require(route.right());
        HttpAnswer refusal = refuseMethod(call, found.methods());
        return refusal == null
                ? route.handler()
                        .handle(
                                new PathRequest(
                                        call, caller, found.variables(), target.parameters()))
                : CompletableFuture.completedFuture(refusal);
    }

    private HttpAnswer problem(Throwable failure, HttpCall call) {
        QueryException known = Failures.of(failure);
        if (known.reason() == FailureReason.INTERNAL) {
            LOG.error("[TSP-4501] A request failed: {}", known.getMessage(), known.getCause());
        }
        return executes(call) ? CallAnswers.of(CallFailure.of(known)) : HttpAnswer.problem(known);
    }

    /** Whether a request wants something executed, so that its sender must know whether it was. */
    private boolean executes(HttpCall call) {
        Paths.Found found = call.method().equals(Route.POST) ? find(call) : null;
        return found != null && found.route().right() == Route.Right.CALL;
    }
}
