/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.index.IndexStatus;
import io.tspoon.query.peer.DescribeRequest;
import io.tspoon.query.peer.Described;
import io.tspoon.query.peer.DescribedInstance;
import io.tspoon.query.peer.DescribedProcedure;
import io.tspoon.query.peer.EntrySchemas;
import io.tspoon.query.peer.StateRules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/**
 * Types and sizes of instances.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph, counts?: false to leave out the numbers of keys</td>
 * <td>states: [{state, index, maxParallelism, constraint, retentionMs, keySchema, valueSchema, initialValue?, keys,
 * indexes?: [{name, field, phase, entries, bytes}]}],
 * procedures?: [{name, request, answer, retentionMs}]</td></tr>
 * </table>
 */
final class DescribeCodec implements MessageCodec<DescribeRequest, Described> {
    private static final String COUNTS = "counts";
    private static final String STATES = "states";
    private static final String PROCEDURES = "procedures";
    private static final String NAME = "name";
    private static final String REQUEST = "request";
    private static final String ANSWER = "answer";
    private static final String MAX_PARALLELISM = "maxParallelism";
    private static final String CONSTRAINT = "constraint";
    private static final String RETENTION_MS = "retentionMs";
    private static final String VALUE_SCHEMA = "valueSchema";
    private static final String INITIAL_VALUE = "initialValue";
    private static final String INDEXES = "indexes";
    private static final String FIELD = "field";
    private static final String PHASE = "phase";
    private static final String ENTRIES = "entries";
    private static final String BYTES = "bytes";

    @Override
    public String path() {
        return "describe";
    }

    @Override
    public Class<DescribeRequest> type() {
        return DescribeRequest.class;
    }

    @Override
    public ObjectNode write(DescribeRequest request) {
        ObjectNode body = Parts.ofGraph(request.graph());
        if (request.size() == DescribeRequest.Size.LEFT_OUT) {
            body.put(COUNTS, false);
        }
        return body;
    }

    @Override
    public DescribeRequest read(JsonNode body) {
        return new DescribeRequest(
                Parts.graph(body),
                body.path(COUNTS).asBoolean(true)
                        ? DescribeRequest.Size.COUNTED
                        : DescribeRequest.Size.LEFT_OUT);
    }

    @Override
    public ObjectNode writeAnswer(Described answer) {
        ObjectNode json = Parts.object();
        ArrayNode states = json.putArray(STATES);
        for (DescribedInstance instance : answer.instances()) {
            states.add(write(instance));
        }
        if (!answer.procedures().isEmpty()) {
            ArrayNode procedures = json.putArray(PROCEDURES);
            for (DescribedProcedure procedure : answer.procedures()) {
                ObjectNode one =
                        procedures
                                .addObject()
                                .put(NAME, procedure.name())
                                .put(RETENTION_MS, procedure.retentionMs());
                one.set(REQUEST, procedure.request());
                one.set(ANSWER, procedure.answer());
            }
        }
        return json;
    }

    @Override
    public Described readAnswer(JsonNode json) {
        List<DescribedInstance> instances = new ArrayList<>();
        for (JsonNode state : json.path(STATES)) {
            instances.add(readInstance(state));
        }
        List<DescribedProcedure> procedures = new ArrayList<>();
        for (JsonNode procedure : json.path(PROCEDURES)) {
            procedures.add(
                    new DescribedProcedure(
                            procedure.path(NAME).asText(),
                            procedure.path(REQUEST),
                            procedure.path(ANSWER),
                            procedure.path(RETENTION_MS).asLong()));
        }
        return new Described(instances, procedures);
    }

    private static ObjectNode write(DescribedInstance instance) {
        EntrySchemas schemas = instance.schemas();
        StateRules rules = instance.rules();
        ObjectNode json =
                Parts.object()
                        .put(Parts.STATE, instance.state())
                        .put(Parts.INDEX, instance.index())
                        .put(MAX_PARALLELISM, rules.maxParallelism())
                        .put(CONSTRAINT, rules.constraint())
                        .put(RETENTION_MS, rules.retentionMs());
        json.set(Parts.KEY_SCHEMA, schemas.key());
        json.set(VALUE_SCHEMA, schemas.value());
        if (schemas.initialValue() != null) {
            json.set(INITIAL_VALUE, schemas.initialValue());
        }
        if (!instance.indexes().isEmpty()) {
            ArrayNode indexes = json.putArray(INDEXES);
            for (IndexStatus index : instance.indexes()) {
                indexes.addObject()
                        .put(NAME, index.name())
                        .put(FIELD, index.pointer())
                        .put(PHASE, index.phase().name())
                        .put(ENTRIES, index.entries())
                        .put(BYTES, index.bytes());
            }
        }
        return json.put(Parts.KEYS, instance.keys());
    }

    private static DescribedInstance readInstance(JsonNode json) {
        return new DescribedInstance(
                json.path(Parts.STATE).asText(),
                json.path(Parts.INDEX).asInt(-1),
                new EntrySchemas(
                        json.path(Parts.KEY_SCHEMA),
                        json.path(VALUE_SCHEMA),
                        json.get(INITIAL_VALUE)),
                new StateRules(
                        json.path(MAX_PARALLELISM).asInt(),
                        json.path(CONSTRAINT).asText(),
                        json.path(RETENTION_MS).asLong()),
                json.path(Parts.KEYS).asLong(DescribedInstance.UNCOUNTED),
                readIndexes(json.path(INDEXES)));
    }

    private static List<IndexStatus> readIndexes(JsonNode json) {
        List<IndexStatus> indexes = new ArrayList<>();
        for (JsonNode index : json) {
            indexes.add(
                    new IndexStatus(
                            index.path(NAME).asText(),
                            index.path(FIELD).asText(),
                            IndexStatus.Phase.valueOf(index.path(PHASE).asText()),
                            index.path(ENTRIES).asLong(),
                            index.path(BYTES).asLong()));
        }
        return List.copyOf(indexes);
    }
}
