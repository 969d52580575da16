/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import java.util.concurrent.CompletableFuture;

/** Tells how parallel a t-graph is, and how far a change of that has come. */
record ParallelismHandler(Bodies bodies) implements JobHandler {
    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        request.requireNoParameters();
        return job.requireKnob()
                .find(job.id(), request.variable(PathRequest.GRAPH))
                .thenApply(found -> bodies.write(ParallelismJson.of(found)));
    }
}
