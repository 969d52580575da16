/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.OwnerIndexes;
import io.tspoon.query.peer.OwnersRequest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/**
 * The owners of keys.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph, state, keys</td>
 * <td>owners: [index]</td></tr>
 * </table>
 */
final class OwnersCodec implements MessageCodec<OwnersRequest, OwnerIndexes> {
    private static final String OWNERS = "owners";

    @Override
    public String path() {
        return "owners";
    }

    @Override
    public Class<OwnersRequest> type() {
        return OwnersRequest.class;
    }

    @Override
    public ObjectNode write(OwnersRequest request) {
        ObjectNode body = Parts.ofGraph(request.graph()).put(Parts.STATE, request.state());
        body.putArray(Parts.KEYS).addAll(request.keys());
        return body;
    }

    @Override
    public OwnersRequest read(JsonNode body) {
        return new OwnersRequest(
                Parts.graph(body),
                body.path(Parts.STATE).asText(),
                Parts.list(body.path(Parts.KEYS)));
    }

    @Override
    public ObjectNode writeAnswer(OwnerIndexes answer) {
        ObjectNode json = Parts.object();
        ArrayNode owners = json.putArray(OWNERS);
        answer.indexes().forEach(owners::add);
        return json;
    }

    @Override
    public OwnerIndexes readAnswer(JsonNode json) {
        List<Integer> owners = new ArrayList<>();
        for (JsonNode owner : json.path(OWNERS)) {
            owners.add(owner.asInt(-1));
        }
        return new OwnerIndexes(owners);
    }
}
