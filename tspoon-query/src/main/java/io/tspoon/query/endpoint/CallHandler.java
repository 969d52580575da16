/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.call.CallKey;
import io.tspoon.query.peer.CallReply;
import io.tspoon.query.peer.ToldOutcome;
import io.tspoon.query.request.CallTerms;
import io.tspoon.query.route.UnroutedCall;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Executes one call.
 *
 * @param callee what is called at its path
 */
record CallHandler(EndpointLimits limits, Bodies bodies, Callee callee) implements JobHandler {
    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        String graph = request.variable(PathRequest.GRAPH);
        CallKey key;
        CompletableFuture<List<CallReply>> replies;
        try {
            request.requireParameters(CallTerms.PARAMETERS);
            String procedure = callee.admit(request);
            key = CallKeys.ofHeader(procedure, request.caller(), request.call().idempotencyKey());
            JsonNode body = bodies.readCall(request.call());
            callee.admit(request, body);
            UnroutedCall call = new UnroutedCall(key, body);
            CallTerms terms = CallTerms.of(request.parameters(), limits.timeouts());
            replies = job.router().calls().call(graph, List.of(call), terms);
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(CallAnswers.of(CallAnswers.failure(e)));
        }
        return replies.handle(
                (all, failure) ->
                        answer(
                                graph,
                                key,
                                failure == null ? all.get(0) : CallAnswers.failure(failure)));
    }

    private HttpAnswer answer(String graph, CallKey key, CallReply reply) {
        return CallAnswers.of(bodies, reply)
                .telling(
                        reply instanceof ToldOutcome told ? told.outcome() : null,
                        List.of(
                                new HttpAnswer.Called(
                                        graph,
                                        key,
                                        CallAnswers.ended(reply),
                                        CallAnswers.timestamp(reply))));
    }
}
