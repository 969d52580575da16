/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.request.Fields;
import io.tspoon.query.scale.ParallelismKnob;
import io.tspoon.query.scale.Wanted;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Begins a change of the parallelism of a t-graph. */
record ScaleHandler(Bodies bodies) implements JobHandler {
    private static final String PARALLELISM = "parallelism";
    private static final String WHEN_SLOTS_COME = "whenSlotsCome";
    private static final int ACCEPTED = 202;

    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        request.requireNoParameters();
        ParallelismKnob knob = job.requireKnob();
        Wanted wanted = wanted(read(request));
        return knob.change(job.id(), request.variable(PathRequest.GRAPH), wanted)
                .thenApply(begun -> bodies.write(ParallelismJson.of(begun)).withStatus(ACCEPTED));
    }

    /** As strictly as calls: no page of another server can say that it sends JSON. */
    private JsonNode read(PathRequest request) {
        try {
            return bodies.readCall(request.call());
        } catch (CallRefusal e) {
            throw new QueryException(FailureReason.INVALID_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private static Wanted wanted(JsonNode body) {
        Fields fields = Fields.of("request", body, Set.of(PARALLELISM, WHEN_SLOTS_COME));
        fields.required(PARALLELISM);
        return new Wanted(
                fields.count(PARALLELISM, 1, Wanted.HIGHEST), fields.flag(WHEN_SLOTS_COME, false));
    }
}
