/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.peer.OutcomeRequest;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/** Tells what became of a transaction, at once or when it has ended. */
record TransactionHandler(EndpointLimits limits, Bodies bodies) implements JobHandler {
    private static final String ENTRANCE = "entrance";
    private static final String WAIT_MS = "waitMs";
    private static final Pattern MILLISECONDS = Pattern.compile("0|[1-9][0-9]{0,8}");

    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        request.requireParameters(Set.of(ENTRANCE, WAIT_MS));
        return job.router()
                .outcomes()
                .find(
                        new OutcomeRequest(
                                request.variable(PathRequest.GRAPH),
                                request.parameters().getOrDefault(ENTRANCE, ""),
                                request.variable(PathRequest.KEY),
                                waitMs(request.parameters())))
                .thenApply(outcome -> bodies.write(AnswerJson.of(outcome)));
    }

    /** A longer time than the server allows is reduced to that. */
    private long waitMs(Map<String, String> parameters) {
        String text = parameters.getOrDefault(WAIT_MS, "0");
        if (!MILLISECONDS.matcher(text).matches()) {
            throw new QueryException(
                    FailureReason.INVALID_REQUEST,
                    "[TSP-4025] Cannot read request: waitMs is no number of milliseconds from 0 to"
                            + " 999999999.");
        }
        return Math.min(Long.parseLong(text), limits.timeouts().highestMs());
    }
}
