/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.request.WantedSnapshot;

import java.util.concurrent.CompletableFuture;

/** Reads one key, which is a part of the path. */
record KeyHandler(EndpointLimits limits, Bodies bodies) implements JobHandler {
    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        request.requireParameters(WantedSnapshot.FIELDS);
        String text = request.variable(PathRequest.KEY);
        WantedSnapshot when = WantedSnapshot.of(request.parameters(), limits.timeouts());
        return job.router()
                .readKeyOfText(
                        request.variable(PathRequest.GRAPH),
                        request.variable(PathRequest.STATE),
                        schema -> KeyTexts.ofPath(bodies.mapper(), text, schema),
                        when,
                        request.call().connection())
                .thenApply(answer -> bodies.write(AnswerJson.of(answer)));
    }
}
