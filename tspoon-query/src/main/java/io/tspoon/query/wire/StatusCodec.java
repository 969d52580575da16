/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.StatusRequest;
import io.tspoon.query.peer.Statuses;
import io.tspoon.read.CoordinatorStatus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/**
 * The figures of coordinators.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph</td>
 * <td>coordinators: [{index, committed, aborted, retries, inFlight, latencyP50Ns, latencyP99Ns, stableLagMs}]</td></tr>
 * </table>
 */
final class StatusCodec implements MessageCodec<StatusRequest, Statuses> {
    private static final String COORDINATORS = "coordinators";
    private static final String COMMITTED = "committed";
    private static final String ABORTED = "aborted";
    private static final String RETRIES = "retries";
    private static final String IN_FLIGHT = "inFlight";
    private static final String LATENCY_P50_NS = "latencyP50Ns";
    private static final String LATENCY_P99_NS = "latencyP99Ns";
    private static final String STABLE_LAG_MS = "stableLagMs";

    @Override
    public String path() {
        return "status";
    }

    @Override
    public Class<StatusRequest> type() {
        return StatusRequest.class;
    }

    @Override
    public ObjectNode write(StatusRequest request) {
        return Parts.ofGraph(request.graph());
    }

    @Override
    public StatusRequest read(JsonNode body) {
        return new StatusRequest(Parts.graph(body));
    }

    @Override
    public ObjectNode writeAnswer(Statuses answer) {
        ObjectNode json = Parts.object();
        ArrayNode all = json.putArray(COORDINATORS);
        for (Statuses.Coordinator coordinator : answer.coordinators()) {
            CoordinatorStatus status = coordinator.status();
            all.addObject()
                    .put(Parts.INDEX, coordinator.index())
                    .put(COMMITTED, status.committed())
                    .put(ABORTED, status.aborted())
                    .put(RETRIES, status.retries())
                    .put(IN_FLIGHT, status.inFlight())
                    .put(LATENCY_P50_NS, status.latencyP50Ns())
                    .put(LATENCY_P99_NS, status.latencyP99Ns())
                    .put(STABLE_LAG_MS, status.stableLagMs());
        }
        return json;
    }

    @Override
    public Statuses readAnswer(JsonNode json) {
        List<Statuses.Coordinator> coordinators = new ArrayList<>();
        for (JsonNode one : json.path(COORDINATORS)) {
            coordinators.add(
                    new Statuses.Coordinator(
                            one.path(Parts.INDEX).asInt(-1),
                            new CoordinatorStatus(
                                    one.path(COMMITTED).asLong(),
                                    one.path(ABORTED).asLong(),
                                    one.path(RETRIES).asLong(),
                                    one.path(IN_FLIGHT).asInt(),
                                    one.path(LATENCY_P50_NS).asDouble(Double.NaN),
                                    one.path(LATENCY_P99_NS).asDouble(Double.NaN),
                                    one.path(STABLE_LAG_MS).asLong())));
        }
        return new Statuses(coordinators);
    }
}
