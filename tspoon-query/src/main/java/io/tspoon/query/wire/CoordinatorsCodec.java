/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.call.CallKey;
import io.tspoon.query.peer.Coordinators;
import io.tspoon.query.peer.CoordinatorsRequest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/**
 * Which coordinators are at a server, what can be called, and which ones own keys.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph, keys: [{procedure, caller, key}]</td>
 * <td>parallelism, indexes: [], procedures: [], owners: []</td></tr>
 * </table>
 */
final class CoordinatorsCodec implements MessageCodec<CoordinatorsRequest, Coordinators> {
    private static final String PARALLELISM = "parallelism";
    private static final String INDEXES = "indexes";
    private static final String PROCEDURES = "procedures";
    private static final String OWNERS = "owners";

    @Override
    public String path() {
        return "coordinators";
    }

    @Override
    public Class<CoordinatorsRequest> type() {
        return CoordinatorsRequest.class;
    }

    @Override
    public ObjectNode write(CoordinatorsRequest request) {
        ObjectNode body = Parts.ofGraph(request.graph());
        ArrayNode keys = body.putArray(Parts.KEYS);
        for (CallKey key : request.keys()) {
            CallParts.putKey(keys.addObject(), key);
        }
        return body;
    }

    @Override
    public CoordinatorsRequest read(JsonNode body) {
        List<CallKey> keys = new ArrayList<>();
        for (JsonNode key : body.path(Parts.KEYS)) {
            keys.add(CallParts.key(key));
        }
        return new CoordinatorsRequest(Parts.graph(body), keys);
    }

    @Override
    public ObjectNode writeAnswer(Coordinators answer) {
        ObjectNode json = Parts.object().put(PARALLELISM, answer.parallelism());
        ArrayNode indexes = json.putArray(INDEXES);
        answer.indexes().forEach(indexes::add);
        ArrayNode procedures = json.putArray(PROCEDURES);
        answer.procedures().forEach(procedures::add);
        ArrayNode owners = json.putArray(OWNERS);
        answer.owners().forEach(owners::add);
        return json;
    }

    @Override
    public Coordinators readAnswer(JsonNode json) {
        List<String> procedures = new ArrayList<>();
        json.path(PROCEDURES).forEach(name -> procedures.add(name.asText()));
        return new Coordinators(
                json.path(PARALLELISM).asInt(),
                integers(json.path(INDEXES)),
                procedures,
                integers(json.path(OWNERS)));
    }

    private static List<Integer> integers(JsonNode json) {
        List<Integer> all = new ArrayList<>();
        json.forEach(one -> all.add(one.asInt(-1)));
        return all;
    }
}
