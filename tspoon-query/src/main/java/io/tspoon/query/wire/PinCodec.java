/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.PinRequest;
import io.tspoon.query.peer.Pinned;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Pins of instances.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph, pin, leaseMs, instances: [{state, index, incarnation}]</td>
 * <td>timestamp</td></tr>
 * </table>
 */
final class PinCodec implements MessageCodec<PinRequest, Pinned> {
    private static final String TIMESTAMP = "timestamp";

    @Override
    public String path() {
        return "pin";
    }

    @Override
    public Class<PinRequest> type() {
        return PinRequest.class;
    }

    @Override
    public ObjectNode write(PinRequest request) {
        ObjectNode body = Parts.ofGraph(request.graph()).put(Parts.LEASE_MS, request.leaseMs());
        Parts.putPin(body, request.pin(), request.instances());
        return body;
    }

    @Override
    public PinRequest read(JsonNode body) {
        return new PinRequest(
                Parts.graph(body),
                Parts.pin(body),
                body.path(Parts.LEASE_MS).asLong(),
                Parts.instances(body));
    }

    @Override
    public ObjectNode writeAnswer(Pinned answer) {
        return Parts.object().put(TIMESTAMP, answer.timestamp());
    }

    @Override
    public Pinned readAnswer(JsonNode json) {
        return new Pinned(json.path(TIMESTAMP).asLong());
    }
}
