/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.request.Fields;
import io.tspoon.query.request.PageToken;
import io.tspoon.query.request.Projection;
import io.tspoon.query.request.Read;
import io.tspoon.query.request.Scan;
import io.tspoon.query.request.WantedSnapshot;
import io.tspoon.query.route.QueryAnswer;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Scans a state, page by page. */
record ScanHandler(EndpointLimits limits, Bodies bodies) implements JobHandler {
    private static final String PAGE_TOKEN = "pageToken";
    private static final String LIMIT = "limit";
    private static final Set<String> FIELDS =
            Names.union(Names.union(WantedSnapshot.FIELDS, Scan.FIELDS), Set.of(PAGE_TOKEN));
    private static final Set<String> NEXT_PAGE = Set.of(PAGE_TOKEN, LIMIT, "timeoutMs");

    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        JsonNode body = bodies.read(request);
        String graph = request.variable(PathRequest.GRAPH);
        String state = request.variable(PathRequest.STATE);
        CompletableFuture<QueryAnswer> answer =
                body.has(PAGE_TOKEN)
                        ? nextPage(job, graph, state, body)
                        : firstPage(job, graph, state, body);
        return answer.thenApply(page -> bodies.write(AnswerJson.ofOnly(page)));
    }

    private CompletableFuture<QueryAnswer> firstPage(
            Job job, String graph, String state, JsonNode body) {
        Fields fields = Fields.of("request", body, FIELDS);
        WantedSnapshot when = WantedSnapshot.of(fields, limits.timeouts());
        Scan scan = Scan.of(body, limits.limits().maxEntries());
        Read read = new Read(state, null, Projection.WHOLE, scan, null);
        return job.router().query(graph, List.of(read), when);
    }

    private CompletableFuture<QueryAnswer> nextPage(
            Job job, String graph, String state, JsonNode body) {
        int maxEntries = limits.limits().maxEntries();
        Fields fields = Fields.of("request for the next page", body, NEXT_PAGE);
        WantedSnapshot when = WantedSnapshot.of(fields, limits.timeouts());
        PageToken token = PageToken.decode(bodies.mapper(), fields.text(PAGE_TOKEN));
        if (!token.graph().equals(graph) || !token.state().equals(state)) {
            throw new QueryException(
                    FailureReason.INVALID_TOKEN,
                    "[TSP-4021] Cannot read page token: it is of another state.");
        }
        Scan scan = Scan.of(token.scan(), maxEntries);
        if (body.has(LIMIT)) {
            scan = scan.withLimit(fields.count(LIMIT, 1, maxEntries));
        }
        return job.router().nextPage(token, scan, when);
    }
}
