/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.peer.CallRequest;
import io.tspoon.query.peer.Peer;
import io.tspoon.query.peer.PeerRequest;
import io.tspoon.query.wire.MessageCodec;
import io.tspoon.query.wire.PeerProtocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Carries out what other servers of the job ask for.
 *
 * @param timer enforces timeouts
 */
record PeerHandler(EndpointLimits limits, Bodies bodies, Timer timer) implements JobHandler {
    private static final long TIMEOUT_MS = 5_000;

    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        Peer local = job.local();
        if (local == null) {
            throw Paths.unknown(List.of());
        }
        JsonNode body = bodies.read(request.call());
        if (!body.isObject()) {
            throw new QueryException(
                    FailureReason.INVALID_REQUEST,
                    "[TSP-4011] Cannot read request: no JSON object.");
        }
        // The asking server does not wait longer.
        long timeoutMs =
                Math.min(PeerProtocol.timeoutMs(body, TIMEOUT_MS), limits.limits().maxTimeoutMs());
        MessageCodec<?, ?> codec = PeerProtocol.ofPath(request.variable(PathRequest.OPERATION));
        if (CallRequest.class.equals(codec.type())) {
            request.caller().requireCalls();
        }
        return timer.limit(answer(codec, local, body, timeoutMs), timeoutMs)
                .thenApply(bodies::writeToPeer);
    }

    private static <Q extends PeerRequest<A>, A> CompletableFuture<ObjectNode> answer(
            MessageCodec<Q, A> codec, Peer peer, JsonNode body, long timeoutMs) {
        return peer.call(codec.read(body), timeoutMs).thenApply(codec::writeAnswer);
    }
}
