/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.Fields;
import io.tspoon.query.request.Projection;
import io.tspoon.query.request.Read;
import io.tspoon.query.request.WantedSnapshot;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Computes totals over a state. */
record AggregateHandler(EndpointLimits limits, Bodies bodies) implements JobHandler {
    private static final Set<String> FIELDS = Names.union(WantedSnapshot.FIELDS, Aggregate.FIELDS);

    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        JsonNode body = bodies.read(request);
        Fields fields = Fields.of("request", body, FIELDS);
        WantedSnapshot when = WantedSnapshot.of(fields, limits.timeouts());
        String state = request.variable(PathRequest.STATE);
        Read read = new Read(state, null, Projection.WHOLE, null, Aggregate.of(body));
        return job.router()
                .query(request.variable(PathRequest.GRAPH), List.of(read), when)
                .thenApply(answer -> bodies.write(AnswerJson.ofOnly(answer)));
    }
}
