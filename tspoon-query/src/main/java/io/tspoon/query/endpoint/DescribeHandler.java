/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import java.util.concurrent.CompletableFuture;

/** Describes a t-graph and its states. */
record DescribeHandler(EndpointLimits limits, Bodies bodies) implements JobHandler {
    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        request.requireNoParameters();
        return job.router()
                .graphs()
                .describe(request.variable(PathRequest.GRAPH), limits.timeouts().defaultMs())
                .thenApply(AnswerJson::of)
                .thenApply(
                        graph ->
                                bodies.write(
                                        job.knob() == null ? graph : graph.put("scalable", true)));
    }
}
