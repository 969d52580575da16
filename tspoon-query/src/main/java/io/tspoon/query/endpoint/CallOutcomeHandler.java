/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.call.CallKey;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.peer.FoundCall;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Tells what became of a call, without waiting for its end.
 *
 * @param callee what is called at its path
 */
record CallOutcomeHandler(EndpointLimits limits, Bodies bodies, Callee callee)
        implements JobHandler {
    private static final int ACCEPTED = 202;

    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        request.requireNoParameters();
        String graph = request.variable(PathRequest.GRAPH);
        String procedure = callee.admit(request);
        CallKey key = CallKeys.of(procedure, request.caller(), request.variable(PathRequest.KEY));
        return job.router()
                .calls()
                .find(graph, key, limits.timeouts().defaultMs())
                .thenApply(found -> answer(key, found));
    }

    private HttpAnswer answer(CallKey key, FoundCall found) {
        if (!found.known()) {
            throw new QueryException(
                    FailureReason.UNKNOWN_CALL,
                    "[TSP-4148] Cannot find call: none of this key has come, or it is longer ago"
                            + " than outcomes are retained, procedure="
                            + key.procedure()
                            + ".");
        }
        if (found.outcome() == null) {
            return bodies.write(
                            JsonNodeFactory.instance
                                    .objectNode()
                                    .put("key", key.key())
                                    .put("underWay", true))
                    .withStatus(ACCEPTED);
        }
        return bodies.write(AnswerJson.of(found.outcome()))
                .telling(found.outcome().outcome(), List.of());
    }
}
