/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.request.WantedSnapshot;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Reads one key, which is JSON in a parameter. */
record ValueHandler(EndpointLimits limits, Bodies bodies) implements JobHandler {
    private static final String KEY = "key";
    private static final Set<String> PARAMETERS = Names.union(WantedSnapshot.FIELDS, Set.of(KEY));

    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        request.requireParameters(PARAMETERS);
        JsonNode key = key(request);
        WantedSnapshot when = WantedSnapshot.of(request.parameters(), limits.timeouts());
        return job.router()
                .readKey(
                        request.variable(PathRequest.GRAPH),
                        request.variable(PathRequest.STATE),
                        key,
                        when,
                        request.call().connection())
                .thenApply(answer -> bodies.write(AnswerJson.of(answer)));
    }

    private JsonNode key(PathRequest request) {
        String text = request.parameters().get(KEY);
        if (text == null) {
            throw new QueryException(
                    FailureReason.INVALID_REQUEST,
                    "[TSP-4014] Cannot read request: the parameter key is missing.");
        }
        return KeyTexts.ofJson(bodies.mapper(), text);
    }
}
