/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.Done;
import io.tspoon.query.peer.UnpinRequest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Ends of pins.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph, pin, instances</td>
 * <td>nothing</td></tr>
 * </table>
 */
final class UnpinCodec implements MessageCodec<UnpinRequest, Done> {
    @Override
    public String path() {
        return "unpin";
    }

    @Override
    public Class<UnpinRequest> type() {
        return UnpinRequest.class;
    }

    @Override
    public ObjectNode write(UnpinRequest request) {
        ObjectNode body = Parts.ofGraph(request.graph());
        Parts.putPin(body, request.pin(), request.instances());
        return body;
    }

    @Override
    public UnpinRequest read(JsonNode body) {
        return new UnpinRequest(Parts.graph(body), Parts.pin(body), Parts.instances(body));
    }

    @Override
    public ObjectNode writeAnswer(Done answer) {
        return Parts.object();
    }

    @Override
    public Done readAnswer(JsonNode json) {
        return new Done();
    }
}
