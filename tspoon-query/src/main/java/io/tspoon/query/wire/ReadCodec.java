/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.ReadPoint;
import io.tspoon.query.peer.ReadRequest;
import io.tspoon.query.peer.ReadValues;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads of keys.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph, at or after, reads: [{instance, keys}], maxBytes?</td>
 * <td>newest, results: [{found, values}]; or tooLarge</td></tr>
 * </table>
 */
final class ReadCodec implements MessageCodec<ReadRequest, Optional<ReadValues>> {
    private static final String AT = "at";
    private static final String AFTER = "after";
    private static final String READS = "reads";
    private static final String RESULTS = "results";
    private static final String FOUND = "found";
    private static final String VALUES = "values";
    private static final String NEWEST = "newest";

    @Override
    public String path() {
        return "read";
    }

    @Override
    public Class<ReadRequest> type() {
        return ReadRequest.class;
    }

    @Override
    public ObjectNode write(ReadRequest request) {
        ReadPoint point = request.point();
        ObjectNode body =
                Parts.ofGraph(request.graph()).put(point.exact() ? AT : AFTER, point.timestamp());
        Parts.putMaxBytes(body, request.maxBytes());
        ArrayNode reads = body.putArray(READS);
        for (ReadRequest.KeysOfInstance one : request.reads()) {
            ObjectNode read = reads.addObject();
            Parts.putInstance(read, one.instance());
            read.putArray(Parts.KEYS).addAll(one.keys());
        }
        return body;
    }

    @Override
    public ReadRequest read(JsonNode body) {
        List<ReadRequest.KeysOfInstance> reads = new ArrayList<>();
        for (JsonNode read : body.path(READS)) {
            reads.add(
                    new ReadRequest.KeysOfInstance(
                            Parts.instance(read), Parts.list(read.path(Parts.KEYS))));
        }
        ReadPoint point =
                body.has(AT)
                        ? ReadPoint.at(body.path(AT).asLong())
                        : ReadPoint.after(body.path(AFTER).asLong());
        return new ReadRequest(Parts.graph(body), point, reads, Parts.maxBytes(body));
    }

    @Override
    public ObjectNode writeAnswer(Optional<ReadValues> answer) {
        return answer.map(ReadCodec::write).orElseGet(Parts::tooLarge);
    }

    @Override
    public Optional<ReadValues> readAnswer(JsonNode json) {
        if (Parts.isTooLarge(json)) {
            return Optional.empty();
        }
        List<List<ReadValues.KeyValue>> results = new ArrayList<>();
        for (JsonNode result : json.path(RESULTS)) {
            results.add(values(result.path(FOUND), result.path(VALUES)));
        }
        return Optional.of(new ReadValues(results, json.path(NEWEST).asLong()));
    }

    private static ObjectNode write(ReadValues answer) {
        ObjectNode json = Parts.object();
        ArrayNode results = json.putArray(RESULTS);
        for (List<ReadValues.KeyValue> result : answer.results()) {
            ObjectNode one = results.addObject();
            ArrayNode found = one.putArray(FOUND);
            ArrayNode values = one.putArray(VALUES);
            for (ReadValues.KeyValue value : result) {
                found.add(value.found());
                values.add(value.value());
            }
        }
        return json.put(NEWEST, answer.newest());
    }

    private static List<ReadValues.KeyValue> values(JsonNode found, JsonNode values) {
        if (found.size() != values.size()) {
            throw ReadValues.ofAnotherVersion();
        }
        List<ReadValues.KeyValue> all = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            all.add(new ReadValues.KeyValue(found.get(i).booleanValue(), values.get(i)));
        }
        return all;
    }
}
