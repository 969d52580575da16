/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Timer;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The table of the paths of the endpoint, but for files. */
final class Paths {
    /**
     * A path and what is known of it.
     *
     * @param route the line of the table; of another method if there is none of the request's
     * @param variables the variable parts of the path by name
     * @param methods that the path is for
     */
    record Found(Route route, Map<String, String> variables, Set<String> methods) {}

    private final List<Route> table = new ArrayList<>();
    private final Jobs jobs;

    Paths(Jobs jobs, EndpointLimits limits, Bodies bodies, Timer timer) {
        this.jobs = jobs;
        GraphsHandler graphs = new GraphsHandler(bodies);
        get("/v1/jobs", new JobsHandler(jobs, bodies));
        get("/v1/graphs", request -> graphs.handle(jobs.all(), request));
        get("/v1/jobs/{job}/graphs", ofNamedJob(graphs));
        getOfJob("/graphs/{graph}", new DescribeHandler(limits, bodies));
        getOfJob("/graphs/{graph}/metrics", new MetricsHandler(limits, bodies));
        getOfJob("/graphs/{graph}/parallelism", new ParallelismHandler(bodies));
        getOfJob("/graphs/{graph}/parallelism/excludes", new ExcludesHandler(bodies));
        ofJob(
                Route.POST,
                "/graphs/{graph}/parallelism",
                Route.Right.SCALE,
                new ScaleHandler(bodies));
        getOfJob("/graphs/{graph}/transactions/{key}", new TransactionHandler(limits, bodies));
        postOfJob("/graphs/{graph}/query", new QueryHandler(limits, bodies));
        getOfJob("/graphs/{graph}/states/{state}/keys/{key}", new KeyHandler(limits, bodies));
        getOfJob("/graphs/{graph}/states/{state}/value", new ValueHandler(limits, bodies));
        postOfJob("/graphs/{graph}/states/{state}/scan", new ScanHandler(limits, bodies));
        postOfJob("/graphs/{graph}/states/{state}/aggregate", new AggregateHandler(limits, bodies));
        calls("/graphs/{graph}/calls/{procedure}", Callee.PROCEDURE, limits, bodies);
        calls("/graphs/{graph}/transact", Callee.STATES, limits, bodies);
        JobHandler calls = new CallsHandler(limits, bodies);
        ofJob(Route.POST, "/graphs/{graph}/calls", Route.Right.CALL, calls);
        ofJob(
                Route.POST,
                "/internal/{operation}",
                Route.Right.PEER,
                new PeerHandler(limits, bodies, timer));
    }

    /** A path for calls, with one below it for their outcomes. */
    private void calls(String path, Callee callee, EndpointLimits limits, Bodies bodies) {
        JobHandler call = new CallHandler(limits, bodies, callee);
        JobHandler found = new CallOutcomeHandler(limits, bodies, callee);
        ofJob(Route.GET, path + "/{key}", Route.Right.CALL, found);
        ofJob(Route.POST, path, Route.Right.CALL, call);
    }

    private void get(String path, PathHandler handler) {
        table.add(Route.of(Route.GET, path, Route.Right.READ, handler));
    }

    private void getOfJob(String path, JobHandler handler) {
        ofJob(Route.GET, path, Route.Right.READ, handler);
    }

    private void postOfJob(String path, JobHandler handler) {
        ofJob(Route.POST, path, Route.Right.READ, handler);
    }

    /** A path below a job may leave the job out if there is only one. */
    private void ofJob(String method, String path, Route.Right right, JobHandler handler) {
        table.add(
                Route.of(
                        method,
                        "/v1" + path,
                        right,
                        request -> jobs.only().thenCompose(job -> handler.handle(job, request))));
        table.add(Route.of(method, "/v1/jobs/{job}" + path, right, ofNamedJob(handler)));
    }

    private PathHandler ofNamedJob(JobHandler handler) {
        return request ->
                jobs.named(request.variable(PathRequest.JOB))
                        .thenCompose(job -> handler.handle(job, request));
    }

    /** The line of a path; null if there is no such path. */
    @Nullable Found find(String method, List<String> path) {
        Found found = null;
        Set<String> methods = new TreeSet<>();
        for (Route route : table) {
            Map<String, String> variables = route.match(path);
            if (variables != null) {
                methods.add(route.method());
                if (found == null || route.method().equals(method)) {
                    found = new Found(route, variables, methods);
                }
            }
        }
        return found;
    }

    static QueryException unknown(List<String> path) {
        int keys = path.indexOf("keys");
        boolean ofKey = keys > 0 && keys + 2 < path.size() && path.contains("states");
        return new QueryException(
                FailureReason.UNKNOWN_PATH,
                "[TSP-4016] Cannot answer: there is nothing at this path."
                        + (ofKey
                                ? " If the key has a slash, write it as %2F, or ask with"
                                        + " .../value?key=<JSON> or with a POST to .../query."
                                : ""));
    }
}
