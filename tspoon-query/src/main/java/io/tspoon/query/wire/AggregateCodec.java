/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.AggregateRequest;
import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.PartialTotals;
import io.tspoon.query.request.ReadPlan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Totals of an instance.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph, instance, pin, snapshot, aggregate, maxBytes?</td>
 * <td>totals, schemas: if the order of extremes depends on them, plan, index?, examined; or
 * tooLarge</td></tr>
 * </table>
 */
final class AggregateCodec implements MessageCodec<AggregateRequest, Optional<PartialTotals>> {
    private static final String AGGREGATE = "aggregate";
    private static final String TOTALS = "totals";
    private static final String SCHEMAS = "schemas";

    @Override
    public String path() {
        return "aggregate";
    }

    @Override
    public Class<AggregateRequest> type() {
        return AggregateRequest.class;
    }

    @Override
    public ObjectNode write(AggregateRequest request) {
        ObjectNode body = Parts.ofSource(request.source(), request.maxBytes());
        body.set(AGGREGATE, request.aggregate().json());
        return body;
    }

    @Override
    public AggregateRequest read(JsonNode body) {
        return new AggregateRequest(
                Parts.source(body), Aggregate.of(body.path(AGGREGATE)), Parts.maxBytes(body));
    }

    @Override
    public ObjectNode writeAnswer(Optional<PartialTotals> answer) {
        return answer.map(AggregateCodec::write).orElseGet(Parts::tooLarge);
    }

    @Override
    public Optional<PartialTotals> readAnswer(JsonNode json) {
        return Parts.isTooLarge(json)
                ? Optional.empty()
                : Optional.of(
                        new PartialTotals(
                                fields(json.path(TOTALS)),
                                fields(json.path(SCHEMAS)),
                                ReadPlan.in(json)));
    }

    private static ObjectNode write(PartialTotals totals) {
        ObjectNode json = Parts.object();
        json.putObject(TOTALS).setAll(totals.values());
        json.putObject(SCHEMAS).setAll(totals.schemas());
        totals.plan().putInto(json);
        return json;
    }

    private static Map<String, JsonNode> fields(JsonNode object) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return fields;
    }
}
