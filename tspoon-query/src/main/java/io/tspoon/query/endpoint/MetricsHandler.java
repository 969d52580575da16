/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import java.util.concurrent.CompletableFuture;

/** Gives the figures of a t-graph. */
record MetricsHandler(EndpointLimits limits, Bodies bodies) implements JobHandler {
    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        request.requireNoParameters();
        return job.router()
                .graphs()
                .metrics(request.variable(PathRequest.GRAPH), limits.timeouts().defaultMs())
                .thenApply(graph -> bodies.write(AnswerJson.of(graph)));
    }
}
