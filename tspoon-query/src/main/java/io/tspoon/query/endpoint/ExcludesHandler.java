/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import java.util.concurrent.CompletableFuture;

/** Tells what keeps an autoscaler from changing single vertices of a t-graph. */
record ExcludesHandler(Bodies bodies) implements JobHandler {
    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        request.requireNoParameters();
        return job.requireKnob()
                .find(job.id(), request.variable(PathRequest.GRAPH))
                .thenApply(found -> bodies.write(ParallelismJson.excludes(found)));
    }
}
