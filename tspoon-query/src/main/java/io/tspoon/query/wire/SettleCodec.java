/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.query.peer.Done;
import io.tspoon.query.peer.SettleRequest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Snapshots of pins, and the ends of their readers.
 *
 * <table>
 * <caption>Bodies</caption>
 * <tr><th>request</th><th>answer</th></tr>
 * <tr><td>graph, pin, snapshot, leaseMs, instances, keep?: if its reader is done, last?: if no page follows</td>
 * <td>nothing</td></tr>
 * </table>
 */
final class SettleCodec implements MessageCodec<SettleRequest, Done> {
    private static final String KEEP = "keep";
    private static final String LAST = "last";

    @Override
    public String path() {
        return "settle";
    }

    @Override
    public Class<SettleRequest> type() {
        return SettleRequest.class;
    }

    @Override
    public ObjectNode write(SettleRequest request) {
        ObjectNode body = Parts.ofGraph(request.graph()).put(Parts.LEASE_MS, request.leaseMs());
        Parts.putPin(body, request.pin(), request.instances());
        Parts.putSnapshot(body, request.snapshot());
        if (request.use() != SettleRequest.Use.READING) {
            body.put(KEEP, true);
        }
        if (request.use() == SettleRequest.Use.LAST_PAGE) {
            body.put(LAST, true);
        }
        return body;
    }

    @Override
    public SettleRequest read(JsonNode body) {
        return new SettleRequest(
                Parts.graph(body),
                Parts.pin(body),
                Parts.snapshot(body),
                body.path(Parts.LEASE_MS).asLong(),
                use(body),
                Parts.instances(body));
    }

    @Override
    public ObjectNode writeAnswer(Done answer) {
        return Parts.object();
    }

    @Override
    public Done readAnswer(JsonNode json) {
        return new Done();
    }

    private static SettleRequest.Use use(JsonNode body) {
        if (!body.path(KEEP).asBoolean()) {
            return SettleRequest.Use.READING;
        }
        return body.path(LAST).asBoolean()
                ? SettleRequest.Use.LAST_PAGE
                : SettleRequest.Use.NEXT_PAGE;
    }
}
